/** Returns where Clavis is published: `CLAVIS_HOMEPAGE`, or the repository that a workflow builds; undefined elsewhere. */
export function homepage(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { CLAVIS_HOMEPAGE: chosen, GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env
  if (chosen !== undefined) return chosen
  return server === undefined || repository === undefined ? undefined : `${server}/${repository}`
}
