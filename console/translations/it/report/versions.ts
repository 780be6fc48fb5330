import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'contatti che hanno aperto',
  opens_total: 'aperture',
  clicks_unique: 'contatti che hanno fatto clic',
  clicks_total: 'clic',
  click_to_open_rate: 'clic tra chi ha aperto',
}

const reasons = {
  better: (name: string, metric: string) => `${name} ha avuto nettamente più ${metric}.`,
  higher: (name: string, metric: string) =>
    `${name} ha avuto più ${metric} per i suoi messaggi, ma la differenza può essere casuale.`,
  equal: (name: string, metric: string) =>
    `Le versioni hanno avuto lo stesso numero di ${metric} per i loro messaggi, quindi è stata scelta ${name}, la prima.`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'Test A/B',
    version: 'Versione',
    sent: 'Inviati',
    opened: 'Aperture',
    clicked: 'Clic',
    unsubscribed: 'Disiscrizioni',
    nameless: (place) => `Versione ${place + 1}`,
    winner: (name) => `${name} (vincitrice)`,
    range: (low, high) => `· da ${points(low)} a ${points(high)} %`,
    none: 'Ancora nessuno',
    intervals: 'Con una certezza del 95 %, la quota reale è nell’intervallo accanto a ogni numero.',
    chosen: (name, { at, reason }, metric, zone) =>
      `${name} è stata scelta automaticamente il ${instant(at, zone)}. ${reasons[reason](name, metrics[metric])} I dati sono di quel momento; i contatti dietro di essi sono quelli di adesso.`,
    best: (name, metric) => `${name} ha nettamente più ${metrics[metric]}.`,
    notEnough: (metric) =>
      `Ancora troppo poco per dirlo: la differenza in ${metrics[metric]} può essere casuale.`,
    decides: (at, zone) => `La vincitrice viene scelta il ${instant(at, zone)}.`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
