// Shows the contract with Swagger UI. Everything it loads comes from this service: it works without a network.
"use strict";

window.addEventListener("load", () => {
  window.ui = SwaggerUIBundle({
    url: "openapi.json",
    dom_id: "#viewer",
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // Only what people come for is open: the rest is a click away.
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    onComplete: () => window.ui.layoutActions.show(["operations-tag", "Hands"], true),
    validatorUrl: null,
  });
});
