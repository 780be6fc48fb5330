import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect, type Sql } from '../../src/database/driver/connection.ts'
import { startEmbedded } from '../../src/database/embedded/start.ts'
import { migrate } from '../../src/database/migrate.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { openSecrets } from '../../src/secrets/ring.ts'
import { createRouteFinder } from '../../src/sending/route.ts'
import { createSignerFinder } from '../../src/sending/signers.ts'
import { systemMailLoop, type SystemMailEnvironment } from '../../src/sending/system/mail.ts'
import { ensureSystemOrganization } from '../../src/store/conditions/system-organization.ts'
import type { ClaimedMail } from '../../src/store/users/system-mail-claims.ts'
import { median } from '../measure.ts'

/**
 * What a mail about an account costs before it is at a mail server, and what its claim has of that: milliseconds a mail, with
 * a server that accepts at once (docs/decisions/070-sharding.md). "Alone" runs each mail as a round of its own, as if it had been
 * claimed alone.
 *
 *     npm run bench:mails -- [mails a round, default 3000] [rounds, default 3]
 */
const [mailsText = '3000', roundsText = '3'] = process.argv.slice(2)
const mails = Number(mailsText)
const rounds = Number(roundsText)
const organizations = 200

type Figures = { mailMs: number; claimMs: number }
type Loop = ReturnType<typeof systemMailLoop>
type Way = (loop: Loop, claimed: ClaimedMail[]) => Promise<unknown>

const { signal } = new AbortController()
const ways: Record<'together' | 'alone', Way> = {
  together: (loop, claimed) => loop.run(claimed, signal),
  alone: (loop, claimed) => Promise.all(claimed.map((mail) => loop.run([mail], signal))),
}

async function sendAll(loop: Loop, way: Way): Promise<Figures> {
  let claimMs = 0
  const startMs = performance.now()
  for (;;) {
    const claimStartMs = performance.now()
    const claimed = await loop.take()
    claimMs += performance.now() - claimStartMs
    if (claimed === null) break
    await way(loop, claimed)
  }
  return { mailMs: (performance.now() - startMs) / mails, claimMs: claimMs / mails }
}

async function fill(sql: Sql): Promise<void> {
  await sql`delete from system_mails`
  await sql`
    insert into system_mails (organization_id, to_email, subject, text, next_attempt_at)
    select 2 + n % ${organizations}::integer, 'ann@example.com', 'Hello', 'Hello', now() - interval '1 ms' * n
    from generate_series(1, ${mails}::integer) n`
  await sql`vacuum analyze system_mails`
}

async function measure(ownerUrl: string): Promise<void> {
  const sql = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  const database = connect(ownerUrl, { max: 10, applicationName: 'bench', role: applicationRole })
  const secrets = openSecrets('0'.repeat(64))
  const env: SystemMailEnvironment = {
    database,
    secrets,
    log: pino(),
    mailer: {
      send: () => Promise.resolve({ kind: 'accepted', status: '2.0.0', diagnostic: '250 2.0.0 accepted' }),
      close: () => Promise.resolve(),
    },
    baseUrl: 'https://mail.example.com',
    findRoutes: createRouteFinder({ smtpUrl: 'smtp://127.0.0.1:25', secrets }),
    findSigners: createSignerFinder(secrets),
    from: 'quiver@mail.example.com',
  }
  try {
    await ensureSystemOrganization(sql)
    await sql`
      insert into organizations (id, name)
      select n + 1, 'Organization ' || n from generate_series(1, ${organizations}::integer) n`
    const loop = systemMailLoop(env)
    const found = { together: [] as Figures[], alone: [] as Figures[] }
    // The first round prepares statements and compiles code.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['together', 'alone'] as const) {
        await fill(sql)
        const figures = await sendAll(loop, ways[name])
        if (round > 0) found[name].push(figures)
      }
    }
    for (const [name, all] of Object.entries(found)) {
      const [mailMs, claimMs] = [median(all.map((one) => one.mailMs)), median(all.map((one) => one.claimMs))]
      console.log(`${name}: ${mailMs.toFixed(2)} ms a mail, of it its claim ${claimMs.toFixed(2)}`)
    }
  } finally {
    await Promise.all([sql.end(), database.end()])
  }
}

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
// The user of the embedded PostgreSQL has to pass.
await chmod(folder, 0o755)
const server = await startEmbedded({ dataDir: join(folder, 'postgresql'), log: () => {} })
try {
  await migrate(server.ownerUrl)
  await measure(server.ownerUrl)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
