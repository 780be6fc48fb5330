import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'

export type HostsFile = (name: string) => Promise<readonly string[]>

/** What the machine, or who started the container, says about names. Read again when it has changed. */
export function createHostsFile(path = '/etc/hosts'): HostsFile {
  let version = ''
  let known = new Map<string, string[]>()
  return async (name) => {
    try {
      const { mtimeMs, size } = await stat(path)
      if (version !== `${mtimeMs} ${size}`) {
        known = readHosts(await readFile(path, 'utf8'))
        version = `${mtimeMs} ${size}`
      }
    } catch {
      // Without the file only name servers are asked.
      known = new Map()
      version = ''
    }
    return known.get(name.toLowerCase()) ?? []
  }
}

function readHosts(text: string): Map<string, string[]> {
  const known = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    // An address with a zone is of one link only.
    if (isIP(address) === 0 || address.includes('%')) continue
    for (const name of names.map((one) => one.toLowerCase())) {
      const before = known.get(name) ?? []
      if (!before.includes(address)) known.set(name, [...before, address])
    }
  }
  return known
}
