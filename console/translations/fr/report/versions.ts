import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'contacts qui ont ouvert',
  opens_total: 'ouvertures',
  clicks_unique: 'contacts qui ont cliqué',
  clicks_total: 'clics',
  click_to_open_rate: 'clics parmi ceux qui ont ouvert',
}

const reasons = {
  better: (name: string, metric: string) => `${name} a nettement le plus de ${metric}.`,
  higher: (name: string, metric: string) =>
    `${name} a le plus de ${metric} pour ses messages, mais l’écart peut être dû au hasard.`,
  equal: (name: string, metric: string) =>
    `Les versions ont autant de ${metric} pour leurs messages ; ${name}, la première d’entre elles, a donc été retenue.`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'Test A/B',
    version: 'Version',
    sent: 'Envoyés',
    opened: 'Ouvertures',
    clicked: 'Clics',
    unsubscribed: 'Désinscriptions',
    nameless: (place) => `Version ${place + 1}`,
    winner: (name) => `${name} (gagnante)`,
    range: (low, high) => `· ${points(low)} à ${points(high)} %`,
    none: 'Personne pour l’instant',
    intervals:
      'Avec une certitude de 95 %, la part réelle se situe dans l’intervalle indiqué à côté de chaque nombre.',
    chosen: (name, { at, reason }, metric, zone) =>
      `${name} a été choisie automatiquement le ${instant(at, zone)}. ${reasons[reason](name, metrics[metric])} Les chiffres sont ceux de ce moment ; les contacts derrière eux sont ceux d’aujourd’hui.`,
    best: (name, metric) => `${name} a nettement le plus de ${metrics[metric]}.`,
    notEnough: (metric) => `Trop peu pour conclure : l’écart de ${metrics[metric]} peut être dû au hasard.`,
    decides: (at, zone) => `La version gagnante sera choisie le ${instant(at, zone)}.`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
