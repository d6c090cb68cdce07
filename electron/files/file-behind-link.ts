import { lstat, readlink, realpath } from 'node:fs/promises'
import { dirname, join, parse, resolve, sep } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { systemErrorCode } from './disk-failure.ts'
import { actingUser, isTrustedLink } from './file-owner.ts'

/** Links followed before they count as a loop, as on Linux. */
const maxLinks = 40

/**
 * Resolves the symbolic links of a path, whether the file exists or not, because renaming over a link would replace the
 * link instead of its target. Does not follow a link that another user may have created, anywhere in the path.
 * @throws `file-untrusted`; the system’s error, for example for a loop of links
 */
export async function fileBehindLink(path: string): Promise<string> {
  const user = actingUser()
  return user === undefined ? behindAnyLink(path) : behindTrustedLinks(resolve(path), user)
}

async function behindTrustedLinks(path: string, user: number): Promise<string> {
  const { root } = parse(path)
  let real = root
  let rest = path.slice(root.length).split(sep).filter(Boolean)
  let links = 0
  for (;;) {
    const [name, ...further] = rest
    if (name === undefined) return real
    const place = join(real, name)
    const there = await lstat(place).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'ENOENT') throw error
    })
    // The rest does not exist and has no links.
    if (there === undefined) return join(real, ...rest)
    if (!there.isSymbolicLink()) {
      real = place
      rest = further
      continue
    }
    if (!isTrustedLink(there, await lstat(real), user)) throw untrustedLink(place)
    links += 1
    if (links > maxLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' })
    const target = resolve(real, await readlink(place))
    real = parse(target).root
    rest = [...target.slice(real.length).split(sep).filter(Boolean), ...further]
  }
}

function untrustedLink(path: string): ClavisError {
  return new ClavisError('file-untrusted', `${path} is a link that another user may have created.`, {
    hint: 'Use the path of the file itself, or a folder of your own.',
    details: { path },
  })
}

async function behindAnyLink(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
  try {
    // The target does not exist, but the link may.
    const folder = await realpath(dirname(path))
    return await behindAnyLink(resolve(folder, await readlink(path)))
  } catch (error) {
    // Not a link, or missing; a missing folder is reported when saving.
    if (['EINVAL', 'ENOENT'].includes(systemErrorCode(error) ?? '')) return path
    throw error
  }
}
