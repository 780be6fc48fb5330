import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** The user that PostgreSQL runs as. It refuses to run as root. */
export type Owner = { uid: number; gid: number }

/** How a program is started. */
export type Command = { file: string; args: string[]; uid?: number; gid?: number }

/**
 * When root starts Quiver, the server runs as a user of its own, which no other program is: `nobody` is shared. The
 * number lies where neither Debian nor systemd gives numbers to anybody, and needs no entry in /etc/passwd.
 */
const privateUser: Owner = { uid: 60_999, gid: 60_999 }

/**
 * Who runs the server on `directory`: root leaves it to the directory's owner, or to `privateUser` if there is none
 * but itself. @returns undefined for ourselves. @throws Error when the directory is somebody else's.
 */
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

/** initdb, unlike the server, insists on a name for its user. */
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
 * The command that runs `file` as `owner`.
 *
 * A root-owned clone may lie where nobody else can go (/root, a directory of mktemp). The server is then given one
 * capability, inherited by what it starts: to read what it may not, or, where the programs themselves are not
 * executable for others, to override all file permissions. Its uid still is not root's.
 *
 * @param places files and directories that the program must reach
 * @throws Error when they cannot be reached.
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
      `PostgreSQL, which does not run as root, cannot reach ${path.dirname(file)} and ${places.join(', ')}. Put Quiver where every user may go, run it as an ordinary user, or set DATABASE_URL.`,
    )
  }
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  // Without the last, access(2), by which the programs look for each other, takes no notice of a capability.
  const powers = [`--inh-caps=+${power}`, `--ambient-caps=+${power}`, '--securebits=+no_setuid_fixup']
  return { file: 'setpriv', args: [...identity, ...powers, '--', file, ...args] }
}

/** Whether `owner` may pass all directories on the way to `place`. */
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

/** The weakest capability that we have and that helps. Docker, by default, leaves root only the stronger one. */
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

/** Their numbers, from the kernel's linux/capability.h. */
const capability = { chown: 0n, dacOverride: 1n, dacReadSearch: 2n, setgid: 6n, setuid: 7n }

async function ourCapabilities(): Promise<(bit: bigint) => boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const ours = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  return (bit) => ((ours >> bit) & 1n) === 1n
}
