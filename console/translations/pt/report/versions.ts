import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'contactos que abriram',
  opens_total: 'aberturas',
  clicks_unique: 'contactos que clicaram',
  clicks_total: 'cliques',
  click_to_open_rate: 'cliques entre quem abriu',
}

const reasons = {
  better: (name: string, metric: string) => `${name} teve claramente mais ${metric}.`,
  higher: (name: string, metric: string) =>
    `${name} teve mais ${metric} para as suas mensagens, mas a diferença pode ser casual.`,
  equal: (name: string, metric: string) =>
    `As versões tiveram igual número de ${metric} para as suas mensagens, por isso foi escolhida ${name}, a primeira delas.`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'Teste A/B',
    version: 'Versão',
    sent: 'Enviadas',
    opened: 'Aberturas',
    clicked: 'Cliques',
    unsubscribed: 'Cancelamentos',
    nameless: (place) => `Versão ${place + 1}`,
    winner: (name) => `${name} (vencedora)`,
    range: (low, high) => `· ${points(low)} a ${points(high)} %`,
    none: 'Ainda ninguém',
    intervals: 'Com 95 % de certeza, o valor real está no intervalo junto de cada número.',
    chosen: (name, { at, reason }, metric, zone) =>
      `${name} foi escolhida automaticamente em ${instant(at, zone)}. ${reasons[reason](name, metrics[metric])} Os números são desse momento; os contactos por trás deles são os de agora.`,
    best: (name, metric) => `${name} tem claramente mais ${metrics[metric]}.`,
    notEnough: (metric) => `Ainda não chega para decidir: a diferença em ${metrics[metric]} pode ser casual.`,
    decides: (at, zone) => `A vencedora é escolhida em ${instant(at, zone)}.`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
