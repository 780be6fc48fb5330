import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'contactos que abrieron',
  opens_total: 'aperturas',
  clicks_unique: 'contactos que hicieron clic',
  clicks_total: 'clics',
  click_to_open_rate: 'clics entre quienes abrieron',
}

const reasons = {
  better: (name: string, metric: string) => `${name} tuvo claramente más ${metric}.`,
  higher: (name: string, metric: string) =>
    `${name} tuvo más ${metric} para sus mensajes, pero la diferencia puede ser casual.`,
  equal: (name: string, metric: string) =>
    `Las versiones tuvieron la misma cantidad de ${metric} para sus mensajes, así que se eligió ${name}, la primera de ellas.`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'Prueba A/B',
    version: 'Versión',
    sent: 'Enviados',
    opened: 'Aperturas',
    clicked: 'Clics',
    unsubscribed: 'Bajas',
    nameless: (place) => `Versión ${place + 1}`,
    winner: (name) => `${name} (ganadora)`,
    range: (low, high) => `· de ${points(low)} a ${points(high)} %`,
    none: 'Nadie por ahora',
    intervals: 'Con una certeza del 95 %, el valor real está en el intervalo junto a cada número.',
    chosen: (name, { at, reason }, metric, zone) =>
      `${name} se eligió automáticamente el ${instant(at, zone)}. ${reasons[reason](name, metrics[metric])} Las cifras son las de ese momento; los contactos que hay detrás son los de ahora.`,
    best: (name, metric) => `${name} tiene claramente más ${metrics[metric]}.`,
    notEnough: (metric) => `Aún no basta para decidir: la diferencia en ${metrics[metric]} puede ser casual.`,
    decides: (at, zone) => `La ganadora se elige el ${instant(at, zone)}.`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
