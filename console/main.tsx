import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { sessionService } from "./api/service.ts";
import { openSession } from "./api/session.ts";
import { applyTheme } from "./frame/theme.ts";
import { tellTimes } from "./frame/time-titles.ts";
import { Console } from "./console.tsx";

applyTheme();
tellTimes(document);
const place = document.querySelector("#console");
if (place === null) throw new Error("index.html has no element with the id console");

createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
void openSession(sessionService);
