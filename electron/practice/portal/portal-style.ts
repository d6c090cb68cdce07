export const portalStyle = `
:root {
  color-scheme: light dark;
  --line: light-dark(#d9dee5, #3a4049);
  --soft: light-dark(#59616c, #a5adb8);
  --accent: light-dark(#2f54c8, #9db4ff);
  --on-accent: light-dark(#fff, #101319);
  --wrong: light-dark(#b3261e, #ff9d94);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  font: 15px/1.5 system-ui, sans-serif;
  background: light-dark(#f7f8fa, #16181c);
  color: light-dark(#1b1f24, #e8eaed);
}
header, main { max-width: 920px; margin: 0 auto; padding: 24px; }
header { padding-bottom: 0; }
h1 { font-size: 22px; margin: 0; }
h2 { font-size: 17px; margin: 0 0 8px; }
h3 { font-size: 14px; margin: 20px 0 8px; }
p { margin: 0 0 12px; }
header p, section > p, .hint { color: var(--soft); }
.hint { font-size: 13px; }
.foot { margin: 16px 0 0; font-size: 13px; }
a { color: var(--accent); }
nav { display: flex; gap: 6px; flex-wrap: wrap; margin-bottom: 12px; }
section {
  background: light-dark(#fff, #1e2126);
  border: 1px solid var(--line);
  border-radius: 10px;
  padding: 20px;
  margin-bottom: 20px;
}
button {
  font: inherit;
  font-weight: 550;
  padding: 6px 14px;
  border-radius: 7px;
  border: 1px solid var(--line);
  background: transparent;
  color: inherit;
  cursor: pointer;
}
nav button[aria-current], form button:not(.quiet) {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--on-accent);
}
td button { font: 12.5px system-ui, sans-serif; padding: 2px 8px; white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr max-content; gap: 6px 20px; align-items: center; margin: 0 0 16px; }
dt { color: var(--soft); grid-column: 1; }
dd { margin: 0; overflow-wrap: anywhere; font: 13px/1.4 ui-monospace, monospace; }
dd.act button { font: 12.5px system-ui, sans-serif; padding: 2px 8px; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin-bottom: 8px; }
th, td { text-align: left; padding: 7px 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 500; font-size: 13px; }
td { font: 12.5px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
td:first-child { min-width: 21ch; }
td:nth-child(n + 4) { white-space: nowrap; }
label { display: block; margin-bottom: 12px; }
textarea, input {
  display: block;
  width: 100%;
  margin-top: 4px;
  padding: 8px;
  border: 1px solid light-dark(#868e98, #7a828d);
  border-radius: 7px;
  background: transparent;
  color: inherit;
  font: 12.5px/1.45 ui-monospace, monospace;
}
.row { display: flex; gap: 20px; flex-wrap: wrap; align-items: end; }
.short { width: 140px; }
[role=status] { margin: 12px 0 0; min-height: 1.5em; }
[role=status].wrong { color: var(--wrong); }
`
