// Runs before the page is drawn, so that it never flashes in the wrong language or colours.
(() => {
  let stored = {};
  try {
    stored = { lang: localStorage.getItem("lang"), theme: localStorage.getItem("theme") };
  } catch { /* storage is closed: the browser's own settings decide */ }
  const asked = new URLSearchParams(location.search).get("lang");
  const known = [asked, stored.lang].find((value) => value === "zh" || value === "en");
  const preferred = (navigator.languages ?? [navigator.language]).find((tag) => /^(zh|en)\b/i.test(tag)) ?? "en";
  const zh = known ? known === "zh" : /^zh/i.test(preferred);
  document.documentElement.lang = zh ? "zh-Hans" : "en";
  if (stored.theme === "light" || stored.theme === "dark") document.documentElement.dataset.theme = stored.theme;
})();
