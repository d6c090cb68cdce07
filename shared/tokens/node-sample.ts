import { proof, sampleFiles, type SampleRequest } from './sample-request.ts'

/** Writes a sample for Node, without packages. */
export function nodeSample(request: SampleRequest): string {
  const { tokenUrl, clientId, authentication, call, hasOwnAuthorities } = request
  const signs = authentication === 'private_key_jwt'
  const usesCertificate = authentication === 'tls_client_auth'
  const started = `${hasOwnAuthorities ? `NODE_EXTRA_CA_CERTS=${sampleFiles.authorities} ` : ''}node get-token.mjs`
  return [
    `// Node 20 or later: ${started}`,
    ...(signs ? [`import { createSign${request.includeJti ? ', randomUUID' : ''} } from 'node:crypto'`] : []),
    ...(signs || usesCertificate ? [`import { readFileSync } from 'node:fs'`] : []),
    ...(usesCertificate ? [`import { request } from 'node:https'`] : []),
    '',
    `const tokenUrl = ${JSON.stringify(tokenUrl)}`,
    `const clientId = ${JSON.stringify(clientId)}`,
    ...(signs ? assertion(request) : []),
    ...(authentication.startsWith('client_secret') ? ['const clientSecret = process.env.CLIENT_SECRET'] : []),
    ...(authentication === 'client_secret_basic'
      ? [
          'const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`',
          `const authorization = \`Basic \${Buffer.from(pair).toString('base64')}\``,
        ]
      : []),
    '',
    'const form = new URLSearchParams([',
    ...request.parameters.map(
      ({ name, value }) =>
        `  [${JSON.stringify(name)}, ${value === proof ? (signs ? 'assertion' : 'clientSecret') : JSON.stringify(value)}],`,
    ),
    '])',
    ...(usesCertificate ? overMutualTls : overFetch(authentication === 'client_secret_basic')),
    ...(call === undefined ? ['console.log(token)'] : call.isList ? list(call.url) : hello(call.url)),
    '',
  ].join('\n')
}

function assertion({ kid, lifetimeSeconds, includeJti }: SampleRequest): string[] {
  return [
    `const kid = ${JSON.stringify(kid)}`,
    '',
    'const now = Math.floor(Date.now() / 1000)',
    'const claims = {',
    '  iat: now,',
    `  exp: now + ${lifetimeSeconds},`,
    `  expires_in: ${lifetimeSeconds},`,
    '  sub: clientId,',
    '  iss: clientId,',
    '  aud: tokenUrl,',
    '  nbf: now,',
    ...(includeJti ? ['  jti: randomUUID(),'] : []),
    '}',
    `const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')`,
    `const unsigned = \`\${encode({ alg: 'RS256', kid })}.\${encode(claims)}\``,
    `const key = readFileSync('${sampleFiles.key}')`,
    `const assertion = \`\${unsigned}.\${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}\``,
  ]
}

function overFetch(isBasic: boolean): string[] {
  return [
    'const tokenResponse = await fetch(tokenUrl, {',
    `  method: 'POST',`,
    `  headers: { accept: 'application/json'${isBasic ? ', authorization' : ''} },`,
    '  body: form,',
    '})',
    'if (!tokenResponse.ok) throw new Error(`${tokenResponse.status}: ${await tokenResponse.text()}`)',
    'const { access_token: token } = await tokenResponse.json()',
  ]
}

const overMutualTls: readonly string[] = [
  'const token = await new Promise((resolve, reject) => {',
  '  const headers = {',
  `    accept: 'application/json',`,
  `    'content-type': 'application/x-www-form-urlencoded',`,
  '  }',
  `  const cert = readFileSync('${sampleFiles.certificate}')`,
  `  const key = readFileSync('${sampleFiles.key}')`,
  `  const sent = request(tokenUrl, { method: 'POST', headers, cert, key }, async (response) => {`,
  `    let text = ''`,
  '    for await (const part of response) text += part',
  '    if (response.statusCode === 200) resolve(JSON.parse(text).access_token)',
  '    else reject(new Error(`${response.statusCode}: ${text}`))',
  '  })',
  `  sent.on('error', reject).end(form.toString())`,
  '})',
]

const headers = ['authorization: `Bearer ${token}`', `accept: 'application/json'`]

function list(url: string): string[] {
  return [
    '',
    'let next = null',
    'do {',
    `  const page = await fetch(${JSON.stringify(url)}, {`,
    `    headers: { ${[...headers, '...(next === null ? {} : { next })'].join(', ')} },`,
    '  })',
    '  const text = await page.text()',
    '  if (!page.ok) throw new Error(`${page.status}: ${text}`)',
    '  console.log(text)',
    '  next = JSON.parse(text).next',
    '} while (next !== null)',
  ]
}

function hello(url: string): string[] {
  return [
    '',
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  headers: { ${headers.join(', ')} },`,
    '})',
    'console.log(response.status, await response.text())',
  ]
}
