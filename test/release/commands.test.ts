import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aDatabase } from '../harness/core/database.ts'
import { root } from '../harness/core/embedded.ts'

/**
 * What operators type: each block of these pages, by its beginning, with the test that runs it or its commands, or `not: ` and why
 * none does. The calls of administration.md are run by test/release/moved/, production.md by its own rehearsal.
 */
const blocks: Record<string, Record<string, string>> = {
  operating: {
    'npm run quiver -- admin-key': 'test/cli/first-key.test.ts',
    "STORAGE_URL='s3://":
      'not: settings with the names of a bucket; test/harness/files has a storage that speaks S3',
    'sudo tar --extract --directory=/opt --file=quiver-0.1.0': 'test/release/archive.nightly.test.ts',
    'sudo /opt/quiver/deploy/quiver-command doctor': 'test/release/archive.nightly.test.ts',
    "sudo sh -c 'umask 077 && /opt/quiver/deploy/quiver-command backup": 'test/cli/backup.nightly.test.ts',
    'sudo cp /opt/quiver/deploy/quiver-worker.service': 'test/release/units.test.ts',
    'docker compose --file deploy/compose.yaml up --build': 'test/release/container.nightly.test.ts',
    'compose() {': 'not: a daemon of Docker is needed; test/release/container.test.ts checks files and names',
    'git pull': 'not: a remote repository is needed; test/cli/upgrades/ does the upgrade',
    'create role quiver_reader login':
      'not: a database of somebody else; test/api/lists/remote/ has both kinds',
    'create user quiver_reader@': 'not: a database of somebody else; test/api/lists/remote/ has both kinds',
    'curl -s -H "Authorization: Basic $QUIVER_API_KEY" $API/dkim_keys': 'test/release/moved/documented.ts',
    'curl -s -H "Authorization: Basic $QUIVER_API_KEY" $API/organizations/2/virtual_mtas': 'test/release/moved/documented.ts', // oxfmt-ignore
    'iptables -t nat': 'not: it changes the network of the machine',
    '[Service]': 'test/release/units.test.ts',
    'npm run quiver -- confirm-copy': 'test/cli/confirm-copy.test.ts',
    'npm run quiver -- rotate-secret': 'test/cli/rotate-secret.test.ts',
    'SECRET_KEY=$OLD NEW_SECRET_KEY=$NEW': 'src/server/secret/rotate.test.ts',
    "set quiver.scope = 'everywhere';": 'test/release/commands.test.ts',
    'create role quiver_app nologin;': 'test/release/own-postgres.nightly.test.ts',
    'DATABASE_URL=postgres://quiver:…@db/quiver': 'test/release/own-postgres.nightly.test.ts',
    'DATABASE_URL=postgres://quiver:…@pgbouncer': 'src/database/pooling/pgbouncer.nightly.test.ts',
    '[databases]': 'src/database/pooling/pgbouncer.nightly.test.ts',
    'npm run quiver -- backup': 'test/cli/backup.nightly.test.ts',
    'DATA_DIR=/srv/quiver-copy npm run quiver -- restore': 'test/cli/backup.nightly.test.ts',
    'create role quiver_backup login': 'test/release/own-postgres.nightly.test.ts',
    'backup=/var/backups/quiver-$(date': 'test/release/own-postgres.nightly.test.ts',
    'backup=/var/backups/quiver-2026': 'test/release/own-postgres.nightly.test.ts',
    'archive_mode = on': 'test/release/own-postgres.nightly.test.ts',
    pg_basebackup: 'test/release/own-postgres.nightly.test.ts',
    'cp -a /var/backups/base': 'test/release/own-postgres.nightly.test.ts',
    'until test "$(psql': 'test/release/own-postgres.nightly.test.ts',
    vacuumdb: 'test/release/own-postgres.nightly.test.ts',
    'git rev-parse HEAD':
      'not: a remote repository is needed; test/cli/upgrades/ does the upgrade and the way back',
    'sudo tar --extract --directory=/opt --file=quiver-0.2.0': 'not: there is no second release; test/cli/upgrades/ has two versions', // oxfmt-ignore
    'sudo systemctl restart quiver':
      'not: systemd is needed; test/api/server/two-servers.nightly.test.ts restarts processes',
    'sudo ln --symbolic': 'not: there is no second release; test/cli/upgrades/ has two versions',
    'git checkout "$(cat': 'not: a remote repository is needed; test/cli/upgrades/ does the way back',
    'DATA_DIR=/srv/quiver-before npm run quiver -- confirm-copy':
      'test/cli/upgrades/versions.nightly.test.ts',
    'sudo systemctl stop quiver': 'not: systemd is needed; test/cli/upgrades/ does the way back',
  },
  scaling: {
    'npm run bench:sizes':
      'not: it measures for minutes; test/release/documented.test.ts knows that it exists',
    '# On the coordinator and each worker:': 'test/harness/postgres/sharded.ts',
    'DATABASE_URL=postgres://…@coordinator/quiver npm run bench:growth': 'not: it measures for hours',
  },
  proxy: {
    'HOST=127.0.0.1': 'not: settings; test/api/server/behind-proxy.nightly.test.ts has the proxies',
  },
}

async function page(name: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'docs', `${name}.md`), 'utf8')
  return [...text.matchAll(/^ *```(?:sh|sql|ini)\n([^]*?)^ *```/gm)].map(([, block = '']) => block.trim())
}

test.each(Object.keys(blocks))('each block of %s is run by a test, or it is said why none runs it', async (name) => {
  const known = blocks[name] ?? {}
  const beginnings = Object.keys(known)
  const shown = await page(name)
  const entryOf = (block: string) => beginnings.find((beginning) => block.startsWith(beginning))
  expect(shown.filter((block) => entryOf(block) === undefined)).toEqual([])
  expect(beginnings.filter((one) => !shown.some((block) => block.startsWith(one)))).toEqual([])
  const files = Object.values(known).filter((where) => !where.startsWith('not: '))
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
}) // oxfmt-ignore

test('the statements for an operator at night run on a database of this version', async () => {
  const { sql } = await aDatabase()
  const block = (await page('operating')).find((one) => one.startsWith('set quiver.scope')) ?? ''
  const statements = block.split(';').filter((one) => one.trim() !== '')
  expect(statements.length).toBeGreaterThan(5)
  await sql.begin(async (inside) => {
    for (const statement of statements) await inside.unsafe(statement)
  })
})
