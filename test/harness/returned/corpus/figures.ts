import { readReturned } from '../../../../src/tracking/reports/read.ts'
import { forms } from './bounces.ts'
import { feedback } from './feedback.ts'
import { others } from './others.ts'
import { blocked, dead, full, subjects, type Wordings } from './wordings.ts'

export type Share = { part: number; of: number; misses: string[] }
export type Figures = Record<
  'deadFound' | 'livingEnded' | 'complaintsFound' | 'othersEnded' | 'noBounces',
  Share
>
type Verdict = { kind: string; severity: string } | null

const share = (): Share => ({ part: 0, of: 0, misses: [] })

/** @param held with or without what was written before the reader was tuned. @param every reads each n-th mail. */
export async function measure({ held, every = 1 }: { held: boolean; every?: number }): Promise<Figures> {
  const figures: Figures = {
    deadFound: share(),
    livingEnded: share(),
    complaintsFound: share(),
    othersEnded: share(),
    noBounces: share(),
  }
  const note = (of: Share, counts: boolean, isMiss: boolean, name: string) => {
    of.of += 1
    if (counts) of.part += 1
    if (isMiss) of.misses.push(name)
  }
  await eachBounce({ wordings: dead, held, every }, (name, read) => {
    note(figures.deadFound, read?.severity === 'hard', read?.severity !== 'hard', name)
  })
  for (const wordings of [full, blocked]) {
    await eachBounce({ wordings, held, every }, (name, read) => {
      note(figures.livingEnded, read?.severity === 'hard', read?.severity === 'hard', name)
    })
  }
  for (const { name, expected, mail } of feedback.filter((one) => (one.held ?? false) === held)) {
    const kind = (await readReturned(mail))?.kind ?? null
    if (expected === 'complaint') note(figures.complaintsFound, kind === 'complaint', kind !== expected, name)
    else note(figures.othersEnded, kind !== expected, kind !== expected, `${name}: ${kind}`)
  }
  for (const other of others.filter((one) => one.held === held)) {
    for (const subject of subjects.filter((_, place) => every === 1 || place % 5 === 1)) {
      const read = await readReturned(other.write(subject), {}, () => Promise.resolve([subject]))
      const name = `${other.name}, of "${subject}": ${read?.severity}`
      note(figures.noBounces, read === null, read !== null, name)
      note(figures.othersEnded, read !== null && read.severity === 'hard', read?.severity === 'hard', name)
    }
  }
  return figures
}

type Given = { wordings: Wordings; held: boolean; every: number }

async function eachBounce(
  { wordings, held, every }: Given,
  tell: (name: string, read: Verdict) => void,
): Promise<void> {
  let place = 0
  for (const [language, reasons] of Object.entries(held ? wordings.held : wordings.tuned)) {
    for (const reason of reasons) {
      for (const form of forms) {
        for (const subject of subjects) {
          place += 1
          if (place % every !== 0) continue
          const mail = form.write({ reason, subject })
          const read = await readReturned(mail, {}, () => Promise.resolve([subject]))
          tell(`${form.name}, ${language}, "${reason}", of "${subject}": ${read?.severity}`, read)
        }
      }
    }
  }
}

export function tableOf(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, { part, of }]) => `${name}: ${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`)
    .join('\n')
}
