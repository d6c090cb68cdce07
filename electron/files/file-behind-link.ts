import { lstat, readlink, realpath } from 'node:fs/promises'
import { dirname, join, parse, resolve, sep } from 'node:path'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { systemErrorCode } from './disk-failure.ts'
import { actingUser, isTrustedLink } from './file-owner.ts'

/** How many links are followed until they count as a circle, as Linux has it. */
const maxLinks = 40

/**
 * The file that a path means: behind symbolic links the one that they lead to, whether it is there yet or not. What is saved
 * takes that one’s place: renaming over a link would cut it, and what it leads to would stay as it was. A link that another
 * user may have put there is not followed, at whatever place of the path.
 * @throws `file-untrusted`; the disk’s own error, such as of links that lead round in a circle
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
    // What is not there yet has no links.
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
  return new ClavisError('file-untrusted', `${path} is a link that another user may have put there.`, {
    hint: 'Name the file that you mean itself, or use a folder of your own.',
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
    // Without the file, or its folder, there is no real path, but the link may be there.
    const folder = await realpath(dirname(path))
    return await behindAnyLink(resolve(folder, await readlink(path)))
  } catch (error) {
    // No link, nothing at all, or no folder for it, which whoever saves there is told.
    if (['EINVAL', 'ENOENT'].includes(systemErrorCode(error) ?? '')) return path
    throw error
  }
}
