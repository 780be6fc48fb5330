import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { selfSignedCertificate } from '../fakes/certificate.ts'
import type { NamespaceReport } from './report.ts'

const script = fileURLToPath(new URL('namespace.ts', import.meta.url))
const unshareFlags = process.getuid?.() === 0 ? ['--net'] : ['--map-root-user', '--net']

/** Why no network namespace can be created here, or undefined if one can. */
export function namespaceObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are a thing of Linux'
  const probe = spawnSync('unshare', [...unshareFlags, 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' })
  if (probe.error) return 'unshare (util-linux) is not installed'
  if (probe.status !== 0) return `unshare --net or ip (iproute2) does not work here: ${probe.stderr.trim()}`
  return undefined
}

/** Runs the tricks and scenarios in a network namespace, with `flipCount` changes of the answer for a name. */
export function runInNamespace(flipCount: number): NamespaceReport {
  const directory = mkdtempSync(join(tmpdir(), 'quiver-namespace-'))
  try {
    const keyPath = join(directory, 'key.pem')
    const certPath = join(directory, 'cert.pem')
    const { key, cert } = selfSignedCertificate('public.example')
    writeFileSync(keyPath, key)
    writeFileSync(certPath, cert)
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      [...unshareFlags, process.execPath, '--import', 'tsx', script, keyPath, certPath, String(flipCount)],
      { encoding: 'utf8', env: { ...process.env, NODE_EXTRA_CA_CERTS: certPath }, maxBuffer: 64_000_000 },
    )
    if (status !== 0) throw new Error(`The namespace ended with ${status}: ${stderr}`)
    return JSON.parse(stdout)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
