import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../harness/core/embedded.ts'
import { aServer } from '../harness/core/server.ts'
import { tourResult } from './foreign.ts'

const folder = path.join(root, 'integrations', 'clients')

/** Of each language, its program, the arguments that print its version, and those that run the tour. */
const languages = [
  { name: 'Python', program: 'python3', version: '--version', args: ['tour.py'] },
  { name: 'PHP', program: 'php', version: '--ri=curl', args: ['tour.php'] },
  { name: 'Ruby', program: 'ruby', version: '--version', args: ['tour.rb'] },
  { name: 'Go', program: 'go', version: 'version', args: ['run', 'tour.go'] },
]

for (const { name, program, version, args } of languages) {
  const isThere = spawnSync(program, [version]).status === 0
  test.skipIf(!isThere)(
    `the tour of the API runs in ${name}, with what the language has`,
    async () => {
      const { url, a, sql, faults } = await aServer()
      const env = { ...process.env, QUIVER_API_KEY: a.credential, API: `${url}/ga/api/v2` }
      const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env })
      expect(JSON.parse(stdout)).toEqual(tourResult)
      expect(await sql`select count(*)::integer as messages from messages`).toEqual([{ messages: 1 }])
      expect(faults).toEqual([])
    },
    120_000,
  )
}
