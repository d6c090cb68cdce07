import { shellWord } from '../values/shell-word.ts'
import { proof, sampleFiles, type SampleRequest } from './sample-request.ts'

/** Writes a sample for a POSIX shell with curl, and openssl if an assertion is signed. */
export function curlSample(request: SampleRequest): string {
  const { tokenUrl, authentication, parameters, call, hasOwnAuthorities } = request
  const identity = {
    client_secret_basic: [`-u ${shellWord(encodeURIComponent(request.clientId))}:"$CLIENT_SECRET"`],
    client_secret_post: [],
    private_key_jwt: [],
    tls_client_auth: [`--cert ${sampleFiles.certificate}`, `--key ${sampleFiles.key}`],
  }[authentication]
  const variable = authentication === 'private_key_jwt' ? '$assertion' : '$CLIENT_SECRET'
  // curl encodes the value, but neither the name nor a bracket, which stands for several URLs.
  const form = parameters.map(
    ({ name, value }) =>
      `--data-urlencode ${value === proof ? `"${name}=${variable}"` : shellWord(`${encodeURIComponent(name)}=${value}`)}`,
  )
  const trust = [
    ...(/[[\]{}]/u.test(`${tokenUrl}${call?.url ?? ''}`) ? ['--globoff'] : []),
    ...(hasOwnAuthorities ? [`--cacert ${sampleFiles.authorities}`] : []),
  ]
  return [
    '#!/bin/sh',
    'set -e',
    ...(authentication === 'private_key_jwt' ? assertion(request) : []),
    '',
    `response=$(${command([shellWord(tokenUrl), "-H 'Accept: application/json'", ...trust, ...identity, ...form])})`,
    `token=$(printf '%s' "$response" | sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p')`,
    ...(call === undefined
      ? [`printf '%s\\n' "$token"`]
      : [
          '',
          ...(call.isList ? [`# For the page after this one, add: -H 'next: …' with the page's "next".`] : []),
          command([
            shellWord(call.url),
            `-H "Authorization: Bearer $token"`,
            "-H 'Accept: application/json'",
            ...trust,
          ]),
        ]),
    '',
  ].join('\n')
}

function assertion({ clientId, tokenUrl, kid, lifetimeSeconds, includeJti }: SampleRequest): string[] {
  const client = shellWord(JSON.stringify(clientId))
  return [
    '',
    `base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }`,
    'now=$(date +%s)',
    `header=$(printf '{"alg":"RS256","kid":%s}' ${shellWord(JSON.stringify(kid))} | base64url)`,
    `claims=$(printf '{"iat":%s,"exp":%s,"expires_in":%s,"sub":%s,"iss":%s,"aud":%s,"nbf":%s${includeJti ? ',"jti":"%s"' : ''}}' \\`,
    `  "$now" "$((now + ${lifetimeSeconds}))" ${lifetimeSeconds} ${client} ${client} \\`,
    `  ${shellWord(JSON.stringify(tokenUrl))} "$now"${includeJti ? ' "$(openssl rand -hex 16)"' : ''} | base64url)`,
    `signature=$(printf '%s.%s' "$header" "$claims" | openssl dgst -sha256 -sign ${sampleFiles.key} -binary | base64url)`,
    'assertion="$header.$claims.$signature"',
  ]
}

function command(options: readonly string[]): string {
  return ['curl -sS --fail-with-body', ...options].join(' \\\n  ')
}
