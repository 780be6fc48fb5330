import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

export type Owner = { uid: number; gid: number }

export type Command = { file: string; args: string[]; uid?: number; gid?: number }

/** A user that no other program has (`nobody` is shared), in a range that neither Debian nor systemd assigns. */
const privateUser: Owner = { uid: 60_999, gid: 60_999 }

/** undefined: this process's own user. @throws Error if the directory belongs to another user. */
export async function ownerOf(directory: string): Promise<Owner | undefined> {
  const found = await stat(directory).catch(() => undefined)
  const uid = process.getuid?.()
  if (uid === 0) {
    await checkCanChangeUser()
    return found === undefined || found.uid === 0 ? privateUser : { uid: found.uid, gid: found.gid }
  }
  if (found !== undefined && uid !== undefined && found.uid !== uid) {
    throw new Error(
      `The database in ${directory} belongs to the user ${found.uid}, and Quiver runs as ${uid}. Run it as that user or as root, or give the directory away: chown -R ${uid} ${directory}`,
    )
  }
  return undefined
}

/** initdb, unlike the server, requires a name for its user. */
export async function namedUser(): Promise<Owner> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'nobody') ?? users.find(([, , uid]) => Number(uid) > 0)
  if (user === undefined) {
    throw new Error('PostgreSQL does not run as root, and /etc/passwd names no other user. Set DATABASE_URL.')
  }
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/**
 * If other users cannot reach Quiver's directory (/root, a mktemp directory), the server gets one capability: to read
 * any file or to override all file permissions. Its uid is still not root's.
 * @throws Error if `file` or one of the `places` cannot be reached.
 */
export async function commandAs(
  owner: Owner | undefined,
  file: string,
  args: string[],
  places: string[],
): Promise<Command> {
  if (owner === undefined) return { file, args }
  const isExecutable = allows(await stat(file), owner, 0o5)
  const areReachable = await Promise.all([file, ...places].map((place) => canReach(place, owner)))
  if (isExecutable && areReachable.every(Boolean)) return { file, args, ...owner }
  const power = await usableCapability(isExecutable)
  if (power === undefined) {
    throw new Error(
      `PostgreSQL, which does not run as root, cannot reach ${path.dirname(file)} and ${places.join(', ')}. Move Quiver to a directory that every user can read, run it as an ordinary user, or set DATABASE_URL.`,
    )
  }
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  // Without the last one, access(2), with which the programs look for each other, ignores capabilities.
  const powers = [`--inh-caps=+${power}`, `--ambient-caps=+${power}`, '--securebits=+no_setuid_fixup']
  return { file: 'setpriv', args: [...identity, ...powers, '--', file, ...args] }
}

export async function canReach(place: string, owner: Owner): Promise<boolean> {
  let directory = path.dirname(await realpath(place).catch(() => place))
  for (;;) {
    if (!allows(await stat(directory), owner, 0o1)) return false
    if (directory === path.dirname(directory)) return true
    directory = path.dirname(directory)
  }
}

function allows(found: { mode: number; uid: number; gid: number }, owner: Owner, bits: number): boolean {
  const shift = found.uid === owner.uid ? 6 : found.gid === owner.gid ? 3 : 0
  return ((found.mode >> shift) & bits) === bits
}

/** The weakest capability that is sufficient. Docker leaves root only the stronger one by default. */
async function usableCapability(isExecutable: boolean): Promise<string | undefined> {
  const has = await ourCapabilities()
  if (isExecutable && has(capability.dacReadSearch)) return 'dac_read_search'
  return has(capability.dacOverride) ? 'dac_override' : undefined
}

async function checkCanChangeUser(): Promise<void> {
  if (process.platform !== 'linux') return
  const has = await ourCapabilities()
  if (has(capability.chown) && has(capability.setgid) && has(capability.setuid)) return
  throw new Error(
    'PostgreSQL does not run as root, and this root may not become another user. Run Quiver as an ordinary user, or set DATABASE_URL.',
  )
}

const capability = { chown: 0n, dacOverride: 1n, dacReadSearch: 2n, setgid: 6n, setuid: 7n }

async function ourCapabilities(): Promise<(bit: bigint) => boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const ours = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  return (bit) => ((ours >> bit) & 1n) === 1n
}
