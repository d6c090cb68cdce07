import { proof, sampleFiles, type SampleRequest } from './sample-request.ts'

/** Writes a sample for Java, without libraries. */
export function javaSample(request: SampleRequest): string {
  const { tokenUrl, clientId, authentication, call, hasOwnAuthorities } = request
  const signs = authentication === 'private_key_jwt'
  const usesCertificate = authentication === 'tls_client_auth'
  const trust = hasOwnAuthorities ? ' -Djavax.net.ssl.trustStore=authorities.p12' : ''
  const identity = usesCertificate
    ? ` -Djavax.net.ssl.keyStore=${sampleFiles.bundle} -Djavax.net.ssl.keyStorePassword=…`
    : ''
  return [
    `// Java 17 or later: java${trust}${identity} GetToken.java`,
    ...imports(request).map((name) => `import ${name};`),
    '',
    'public class GetToken {',
    ...[
      'public static void main(String[] args) throws Exception {',
      ...[
        `String tokenUrl = ${JSON.stringify(tokenUrl)};`,
        `String clientId = ${JSON.stringify(clientId)};`,
        ...(signs ? assertion(request) : []),
        ...(authentication.startsWith('client_secret')
          ? ['String clientSecret = System.getenv("CLIENT_SECRET");']
          : []),
        '',
        'String form = String.join("&",',
        ...request.parameters.map(({ name, value }, index, { length }) => {
          const given = value === proof ? (signs ? 'assertion' : 'clientSecret') : JSON.stringify(value)
          return `    encode(${JSON.stringify(name)}) + "=" + encode(${given})${index < length - 1 ? ',' : ');'}`
        }),
        'HttpClient client = HttpClient.newHttpClient();',
        'HttpRequest.Builder ask = HttpRequest.newBuilder(URI.create(tokenUrl))',
        '    .header("Content-Type", "application/x-www-form-urlencoded")',
        '    .header("Accept", "application/json")',
        '    .POST(HttpRequest.BodyPublishers.ofString(form));',
        ...(authentication === 'client_secret_basic'
          ? [
              'String pair = encode(clientId) + ":" + encode(clientSecret);',
              'ask.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes()));',
            ]
          : []),
        'String token = member("access_token", send(client, ask.build()));',
        ...(call === undefined ? ['System.out.println(token);'] : afterwards(call)),
      ].map(indented),
      '}',
      '',
      ...helpers(signs),
    ].map(indented),
    '}',
    '',
  ].join('\n')
}

const indented = (line: string): string => (line === '' ? '' : `    ${line}`)

function imports({ authentication, includeJti }: SampleRequest): string[] {
  const signs = authentication === 'private_key_jwt'
  return [
    'java.net.URI',
    'java.net.URLEncoder',
    ...['java.net.http.HttpClient', 'java.net.http.HttpRequest', 'java.net.http.HttpResponse'],
    'java.nio.charset.StandardCharsets',
    ...(signs
      ? ['java.nio.file.Files', 'java.nio.file.Path', 'java.security.KeyFactory', 'java.security.Signature']
      : []),
    ...(signs ? ['java.security.spec.PKCS8EncodedKeySpec', 'java.time.Instant'] : []),
    ...(signs || authentication === 'client_secret_basic' ? ['java.util.Base64'] : []),
    ...(signs && includeJti ? ['java.util.UUID'] : []),
    ...['java.util.regex.Matcher', 'java.util.regex.Pattern'],
  ]
}

function assertion({ kid, clientId, tokenUrl, lifetimeSeconds, includeJti }: SampleRequest): string[] {
  const literal = (json: unknown): string => JSON.stringify(JSON.stringify(json))
  return [
    '',
    'long now = Instant.now().getEpochSecond();',
    `String header = "{\\"alg\\":\\"RS256\\",\\"kid\\":" + ${literal(kid)} + "}";`,
    `String claims = "{\\"iat\\":" + now + ",\\"exp\\":" + (now + ${lifetimeSeconds}) + ",\\"expires_in\\":${lifetimeSeconds}"`,
    `    + ",\\"sub\\":" + ${literal(clientId)}`,
    `    + ",\\"iss\\":" + ${literal(clientId)}`,
    `    + ",\\"aud\\":" + ${literal(tokenUrl)}`,
    `    + ",\\"nbf\\":" + now${includeJti ? ' + ",\\"jti\\":\\"" + UUID.randomUUID() + "\\""' : ''} + "}";`,
    'String unsigned = base64url(header.getBytes(StandardCharsets.UTF_8))',
    '    + "." + base64url(claims.getBytes(StandardCharsets.UTF_8));',
    `// PKCS#8: begins with -----BEGIN PRIVATE KEY-----.`,
    `String pem = Files.readString(Path.of("${sampleFiles.key}")).replaceAll("-----[A-Z ]+-----|\\\\s", "");`,
    'Signature signature = Signature.getInstance("SHA256withRSA");',
    'signature.initSign(KeyFactory.getInstance("RSA")',
    '    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem))));',
    'signature.update(unsigned.getBytes(StandardCharsets.UTF_8));',
    'String assertion = unsigned + "." + base64url(signature.sign());',
  ]
}

function afterwards({ url, isList }: { readonly url: string; readonly isList: boolean }): string[] {
  const ask = [
    `HttpRequest.Builder get = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    '    .header("Authorization", "Bearer " + token)',
    '    .header("Accept", "application/json");',
  ]
  if (!isList) return ['', ...ask, 'System.out.println(send(client, get.build()));']
  return [
    '',
    'String next = null;',
    'do {',
    ...[
      ...ask,
      'if (next != null) get.header("next", next);',
      'String page = send(client, get.build());',
      'System.out.println(page);',
      'next = member("next", page);',
    ].map(indented),
    '} while (next != null);',
  ]
}

function helpers(signs: boolean): string[] {
  return [
    'static String send(HttpClient client, HttpRequest request) throws Exception {',
    '    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());',
    '    if (response.statusCode() != 200) throw new Exception(response.statusCode() + ": " + response.body());',
    '    return response.body();',
    '}',
    '',
    '/** Returns a text member of a JSON object, or null. Use a JSON library for more than this. */',
    'static String member(String name, String json) {',
    '    Matcher found = Pattern.compile("\\"" + name + "\\"\\\\s*:\\\\s*\\"([^\\"]*)\\"").matcher(json);',
    '    return found.find() ? found.group(1) : null;',
    '}',
    '',
    'static String encode(String text) {',
    '    return URLEncoder.encode(text, StandardCharsets.UTF_8);',
    '}',
    ...(signs
      ? [
          '',
          'static String base64url(byte[] bytes) {',
          '    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);',
          '}',
        ]
      : []),
  ]
}
