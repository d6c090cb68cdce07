import { proof, sampleFiles, type SampleRequest } from './sample-request.ts'

/** Writes a sample for Python, with one package if an assertion is signed. */
export function pythonSample(request: SampleRequest): string {
  const { tokenUrl, clientId, authentication, call, hasOwnAuthorities } = request
  const signs = authentication === 'private_key_jwt'
  const usesSecret = authentication === 'client_secret_basic' || authentication === 'client_secret_post'
  const usesCertificate = authentication === 'tls_client_auth'
  const imports = [
    ...(signs || authentication === 'client_secret_basic' ? ['base64'] : []),
    'json',
    ...(usesSecret ? ['os'] : []),
    'ssl',
    ...(signs ? ['time'] : []),
    'urllib.parse',
    'urllib.request',
    ...(signs && request.includeJti ? ['uuid'] : []),
  ]
  return [
    `# Python 3.9 or later: ${signs ? 'pip install cryptography, then ' : ''}python3 get_token.py`,
    ...imports.map((name) => `import ${name}`),
    ...(signs
      ? [
          '',
          'from cryptography.hazmat.primitives import hashes, serialization',
          'from cryptography.hazmat.primitives.asymmetric import padding',
        ]
      : []),
    '',
    `token_url = ${JSON.stringify(tokenUrl)}`,
    `client_id = ${JSON.stringify(clientId)}`,
    ...(signs ? assertion(request) : []),
    ...(usesSecret ? ['client_secret = os.environ["CLIENT_SECRET"]'] : []),
    '',
    'form = [',
    ...request.parameters.map(
      ({ name, value }) =>
        `    (${JSON.stringify(name)}, ${value === proof ? (signs ? 'assertion' : 'client_secret') : JSON.stringify(value)}),`,
    ),
    ']',
    'headers = {"Accept": "application/json"}',
    ...(authentication === 'client_secret_basic'
      ? [
          'pair = f"{urllib.parse.quote_plus(client_id)}:{urllib.parse.quote_plus(client_secret)}"',
          'headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()',
        ]
      : []),
    `context = ssl.create_default_context()`,
    ...(hasOwnAuthorities ? [`context.load_verify_locations("${sampleFiles.authorities}")`] : []),
    ...(usesCertificate ? [`context.load_cert_chain("${sampleFiles.certificate}", "${sampleFiles.key}")`] : []),
    'body = urllib.parse.urlencode(form).encode()',
    'sent = urllib.request.Request(token_url, data=body, headers=headers)',
    'with urllib.request.urlopen(sent, context=context) as response:',
    '    token = json.load(response)["access_token"]',
    ...(call === undefined ? ['print(token)'] : afterwards(call)),
    '',
  ].join('\n')
}

function assertion({ kid, lifetimeSeconds, includeJti }: SampleRequest): string[] {
  return [
    `kid = ${JSON.stringify(kid)}`,
    '',
    'now = int(time.time())',
    'claims = {',
    '    "iat": now,',
    `    "exp": now + ${lifetimeSeconds},`,
    `    "expires_in": ${lifetimeSeconds},`,
    '    "sub": client_id,',
    '    "iss": client_id,',
    '    "aud": token_url,',
    '    "nbf": now,',
    ...(includeJti ? ['    "jti": str(uuid.uuid4()),'] : []),
    '}',
    '',
    '',
    'def encode(data):',
    '    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()',
    '',
    '',
    'header = {"alg": "RS256", "kid": kid}',
    'unsigned = encode(json.dumps(header).encode()) + "." + encode(json.dumps(claims).encode())',
    `with open("${sampleFiles.key}", "rb") as file:`,
    '    key = serialization.load_pem_private_key(file.read(), password=None)',
    'assertion = unsigned + "." + encode(key.sign(unsigned.encode(), padding.PKCS1v15(), hashes.SHA256()))',
  ]
}

function afterwards({ url, isList }: { readonly url: string; readonly isList: boolean }): string[] {
  return [
    '',
    `headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}`,
    ...(isList ? ['while True:'] : []),
    ...[
      `sent = urllib.request.Request(${JSON.stringify(url)}, headers=headers)`,
      'with urllib.request.urlopen(sent, context=context) as response:',
      '    text = response.read().decode()',
      'print(text)',
      ...(isList
        ? ['page = json.loads(text)', 'if page["next"] is None:', '    break', 'headers["next"] = page["next"]']
        : []),
    ].map((line) => (isList ? `    ${line}` : line)),
  ]
}
