import { readFileSync } from 'node:fs'

// Builds include these files (`scripts/packaging/included-files.ts`).
const style = readFileSync(new URL('./page/portal.css', import.meta.url), 'utf8')
const scripts = [
  readFileSync(new URL('./page/portal.js', import.meta.url), 'utf8'),
  readFileSync(new URL('./page/security.js', import.meta.url), 'utf8'),
  readFileSync(new URL('./page/authority.js', import.meta.url), 'utf8'),
].join('')

/**
 * Returns the portal's page: the Security page of each environment, and the practice CA. It is self-contained: it loads
 * nothing but the portal's own API.
 * @param nonce allows its style and script in the page's Content-Security-Policy
 */
export function portalPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Practice portal</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
${style}</style>
</head>
<body>
<header>
<h1>Practice portal</h1>
<p>Stands in for the service’s developer portal. Nothing here is real.</p>
</header>
<main>
<nav aria-label="Environments" id="tabs"></nav>
<section id="security" aria-labelledby="security-title"></section>
<section aria-labelledby="authority-title">
<h2 id="authority-title">Certificate authority</h2>
<p>Takes a CSR and gives back a certificate, as an approved certificate authority would.</p>
<form id="sign">
<label>CSR (PEM)<textarea id="request" rows="7" required spellcheck="false"></textarea></label>
<div class="row">
<label>Choose a file<input id="request-file" type="file" accept=".csr,.pem,.req,.txt"></label>
<label class="short">Valid for, days<input id="days" type="number" min="1" max="825" value="365" required></label>
</div>
<p class="hint">A few days show how an ending certificate is warned of.</p>
<button>Sign</button>
<p id="sign-message" role="status"></p>
</form>
<div id="result" hidden>
<label>Signed certificate with its chain (PEM)<textarea id="signed" rows="9" readonly spellcheck="false"></textarea></label>
<div class="row"><button type="button" id="save" class="quiet">Save as a file</button></div>
</div>
<p class="foot"><a id="authority" download="practice-authority.pem" href="#">Save the authority’s own certificate</a></p>
</section>
</main>
<script nonce="${nonce}">
${scripts}</script>
</body>
</html>
`
}
