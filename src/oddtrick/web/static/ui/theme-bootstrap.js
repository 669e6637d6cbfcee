// Applies a chosen theme before the first paint, so that no page flashes in the wrong one.
// preferences.js then applies the full settings, including the system defaults.
{
  let theme;
  try {
    theme = JSON.parse(localStorage.getItem("oddtrick-preferences") ?? "{}").theme;
  } catch {
    // Storage is blocked: use the system theme.
  }
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}
