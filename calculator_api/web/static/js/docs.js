// The API reference: the description the server itself serves, with "try it" against this very server.

import { patch } from "./dom.js";
import { t } from "./i18n.js";
import { banner } from "./views/frame.js";

const top = document.getElementById("top");

function draw() {
  document.title = `${t("title.docs")} · ${t("title")}`;
  patch(top, [banner("docs", draw)]);
}

draw();
window.addEventListener("DOMContentLoaded", () => {
  window.SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: false, validatorUrl: null, tryItOutEnabled: true, defaultModelsExpandDepth: 0 });
});
