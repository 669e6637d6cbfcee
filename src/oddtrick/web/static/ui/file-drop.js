// Files dropped anywhere on a page.

/**
 * Takes a file that is dropped anywhere on the page, and marks an element while one is above it.
 * @param {HTMLElement} marked Gets the attribute `data-over`.
 * @param {(file: File) => void} onFile
 * @param {() => boolean} [enabled] Tells whether a file is welcome now.
 */
export function acceptDroppedFile(marked, onFile, enabled = () => true) {
  const welcome = (/** @type {DragEvent} */ event) => enabled() && Boolean(event.dataTransfer?.types.includes("Files"));
  document.addEventListener("dragover", (event) => {
    if (!welcome(event)) return;
    event.preventDefault();
    marked.toggleAttribute("data-over", true);
  });
  document.addEventListener("dragleave", (event) => {
    // The pointer also leaves one element for the next: only the end of the page has no next.
    if (!event.relatedTarget) marked.toggleAttribute("data-over", false);
  });
  document.addEventListener("drop", (event) => {
    if (!welcome(event)) return;
    event.preventDefault();
    marked.toggleAttribute("data-over", false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) onFile(file);
  });
}
