import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'kontaktów, które otworzyły',
  opens_total: 'otwarć',
  clicks_unique: 'kontaktów, które kliknęły',
  clicks_total: 'kliknięć',
  click_to_open_rate: 'kliknięć wśród tych, którzy otworzyli',
}

const reasons = {
  better: (name: string, metric: string) => `„${name}” ma wyraźnie więcej ${metric}.`,
  higher: (name: string, metric: string) =>
    `„${name}” ma najwięcej ${metric} w stosunku do wiadomości, ale różnica może być przypadkowa.`,
  equal: (name: string, metric: string) =>
    `Wersje mają tyle samo ${metric} w stosunku do wiadomości, więc wybrano pierwszą z nich: „${name}”.`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'Test A/B',
    version: 'Wersja',
    sent: 'Wysłane',
    opened: 'Otwarcia',
    clicked: 'Kliknięcia',
    unsubscribed: 'Wypisania',
    nameless: (place) => `Wersja ${place + 1}`,
    winner: (name) => `${name} (zwycięska)`,
    range: (low, high) => `· od ${points(low)} do ${points(high)} %`,
    none: 'Jeszcze nikt',
    intervals: 'Z pewnością 95 % prawdziwy udział leży w przedziale obok każdej liczby.',
    chosen: (name, { at, reason }, metric, zone) =>
      `„${name}” wybrano automatycznie ${instant(at, zone)}. ${reasons[reason](name, metrics[metric])} Liczby są z tamtej chwili; kontakty za nimi są z chwili obecnej.`,
    best: (name, metric) => `„${name}” ma wyraźnie więcej ${metrics[metric]}.`,
    notEnough: (metric) =>
      `Za mało, aby rozstrzygnąć: różnica w liczbie ${metrics[metric]} może być przypadkowa.`,
    decides: (at, zone) => `Zwycięska wersja zostanie wybrana ${instant(at, zone)}.`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
