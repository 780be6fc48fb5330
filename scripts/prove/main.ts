import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { circumstances, summaryOf, sumsOf, tablesOf, writePart, writtenRows } from './document.ts'
import { outcomeOf, runsOnlyAtNight, type Outcome } from './outcome.ts'
import { areas } from './promises/all.ts'
import { runTests } from './run-tests.ts'

/** `npm run prove`: runs the tests of every promise and writes docs/proof.md. */

const directory = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    night: { type: 'boolean', default: false },
    only: { type: 'string' },
    /** With `only`: these rows, and the others as they are. */
    write: { type: 'boolean', default: false },
  },
})

const all = areas.flatMap(({ promises }) => promises)
const ids = values.only?.split(',')
const unknown = ids?.filter((id) => !all.some((promised) => promised.id === id)) ?? []
if (unknown.length > 0) {
  console.error(`No such promise: ${unknown.join(', ')}. There are ${all.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}
const chosen = all.filter(({ id }) => ids === undefined || ids.includes(id))
const files = [...new Set(chosen.flatMap(({ tests }) => tests))]

const byDay = await runTests({ directory, files: files.filter((file) => !runsOnlyAtNight(file)) })
// A file that runs by day and at night has the result of the night, where it does more.
const atNight = values.night ? await runTests({ directory, files, isNight: true }) : new Map()
const outcomes = chosen.map((promised) => outcomeOf(promised, new Map([...byDay, ...atNight])))

console.log('')
for (const { promised, state, words } of outcomes) {
  console.log(`${promised.id.padEnd(4)} ${state.padEnd(8)} ${promised.promise}\n              ${words}`)
}
console.log(`\n${outcomes.length} promises: ${sumsOf(outcomes)}.`)

if (ids === undefined || values.write) {
  const tier = values.night ? 'night' : 'day'
  const [today = ''] = new Date().toISOString().split('T')
  const later = outcomes.map((one) => ({ ...one, ran: didRun(one.state) ? `${today}, ${tier}` : '' }))
  const others = ids === undefined ? [] : await writtenRows(areas)
  const rows = [...others.filter(({ promised }) => !ids?.includes(promised.id)), ...later]
  await writePart(
    'Promises',
    `${summaryOf(rows, `${circumstances()}; tests by ${tier}`)}\n\n${tablesOf(areas, rows)}`,
  )
  console.log('Written to docs/proof.md.')
}
process.exitCode = outcomes.some(({ state }) => state === 'FAILED') ? 1 : 0

function didRun(state: Outcome['state']): boolean {
  return state !== 'not run' && state !== 'no test'
}
