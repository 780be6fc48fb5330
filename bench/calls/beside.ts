import { cpuSeconds, median } from '../measure.ts'
import { load, medianOf, textOf, type Load, type Target } from './load.ts'

type Round = Load & { cpuUs: number }

type Settings = { seconds: number; rounds: number; /** A part of the names. */ only: string }

/** Of two targets in turn, each round. @returns a function that prints both, and the median of the ratios. */
export function beside({ seconds, rounds, only }: Settings) {
  return async (name: string, one: Target, other: Target, connections: number): Promise<void> => {
    if (!name.includes(only)) return
    const found: [Round[], Round[]] = [[], []]
    for (let round = -1; round < rounds; round += 1) {
      for (const [index, target] of [one, other].entries()) {
        const measured = await timed(target, { connections, seconds })
        if (round >= 0) found[index]?.push(measured)
      }
    }
    const cpu = (of: Round[]) => median(of.map(({ cpuUs }) => cpuUs))
    const line = (of: Round[]) => `${textOf(medianOf(of))}, ${cpu(of).toFixed(0)} µs of processors`
    const ratios = (pick: (one: Round) => number) =>
      median(found[0].map((one, at) => pick(one) / pick(found[1][at] ?? one))).toFixed(2)
    console.log(`${name.padEnd(38)} ${line(found[0])}`)
    const told = `ratio ${ratios((round) => round.perSecond)}, p50 ${ratios((round) => round.p50Ms)}, of processors ${ratios((round) => round.cpuUs)}`
    console.log(`${'  beside it'.padEnd(38)} ${line(found[1])}  ${told}`)
  }
}

/** Processor time of both servers and of PostgreSQL. */
async function timed(target: Target, rate: { connections: number; seconds: number }): Promise<Round> {
  const before = await used()
  const beginMs = performance.now()
  const measured = await load(target, rate)
  const calls = (measured.perSecond * (performance.now() - beginMs)) / 1000
  return { ...measured, cpuUs: (((await used()) - before) / calls) * 1e6 }
}

async function used(): Promise<number> {
  // Both servers are children of this process, and PostgreSQL one of Quiver's.
  return (await cpuSeconds(process.pid)).database
}
