// Before anything is drawn: the theme that a person has chosen, so that no page begins in another one.
// What all wishes are, and what the system asks for, is settled by preferences.js a moment later.
{
  let theme;
  try {
    theme = JSON.parse(localStorage.getItem("oddtrick-wishes") ?? "{}").theme;
  } catch {
    // A browser that keeps nothing looks as the system does.
  }
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}
