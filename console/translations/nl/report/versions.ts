import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'contacten die openden',
  opens_total: 'openingen',
  clicks_unique: 'contacten die klikten',
  clicks_total: 'klikken',
  click_to_open_rate: 'klikken onder wie opende',
}

const reasons = {
  better: (name: string, metric: string) => `${name} had duidelijk meer ${metric}.`,
  higher: (name: string, metric: string) =>
    `${name} had de meeste ${metric} voor zijn berichten, maar het verschil kan toeval zijn.`,
  equal: (name: string, metric: string) =>
    `De versies hadden evenveel ${metric} voor hun berichten, dus is ${name}, de eerste, gekozen.`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'A/B-test',
    version: 'Versie',
    sent: 'Verzonden',
    opened: 'Geopend',
    clicked: 'Geklikt',
    unsubscribed: 'Uitgeschreven',
    nameless: (place) => `Versie ${place + 1}`,
    winner: (name) => `${name} (winnaar)`,
    range: (low, high) => `· ${points(low)} tot ${points(high)} %`,
    none: 'Nog niemand',
    intervals: 'Met 95 % zekerheid ligt het echte aandeel in het bereik naast elk getal.',
    chosen: (name, { at, reason }, metric, zone) =>
      `${name} is op ${instant(at, zone)} automatisch gekozen. ${reasons[reason](name, metrics[metric])} De cijfers zijn die van dat moment; de contacten erachter zijn die van nu.`,
    best: (name, metric) => `${name} heeft duidelijk meer ${metrics[metric]}.`,
    notEnough: (metric) =>
      `Nog te weinig om iets te zeggen: het verschil in ${metrics[metric]} kan toeval zijn.`,
    decides: (at, zone) => `De winnaar wordt gekozen op ${instant(at, zone)}.`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
