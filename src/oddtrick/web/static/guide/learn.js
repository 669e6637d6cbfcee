/** @param {HTMLElement} _page */
export function show(_page) {}
