import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<Parameters<typeof en.versionWords.best>[1], string> = {
  opens_unique: 'Personen, die geöffnet haben',
  opens_total: 'Öffnungen',
  clicks_unique: 'Personen, die geklickt haben',
  clicks_total: 'Klicks',
  click_to_open_rate: 'Klicks unter denen, die geöffnet haben',
}

const reasons = {
  better: (name: string, metric: string) => `${name} hatte deutlich mehr ${metric}.`,
  higher: (name: string, metric: string) =>
    `${name} hatte im Verhältnis zu den Nachrichten die meisten ${metric}, aber der Unterschied kann Zufall sein.`,
  equal: (name: string, metric: string) =>
    `Die Versionen hatten im Verhältnis gleich viele ${metric}; deshalb wurde mit ${name} die erste genommen.`,
}

const points = (rate: number) => (100 * rate).toFixed(1).replace('.', ',')

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'A/B-Test',
    version: 'Version',
    sent: 'Gesendet',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    unsubscribed: 'Abgemeldet',
    nameless: (place) => `Version ${place + 1}`,
    winner: (name) => `${name} (Gewinner)`,
    range: (low, high) => `· ${points(low)} bis ${points(high)} %`,
    none: 'Noch niemand',
    intervals: 'Mit 95 % Sicherheit liegt der wahre Anteil in dem Bereich neben jeder Zahl.',
    chosen: (name, { at, reason }, metric, zone) =>
      `${name} wurde am ${instant(at, zone)} automatisch gewählt. ${reasons[reason](name, metrics[metric])} Die Zahlen sind die von damals; die Personen dahinter sind die von jetzt.`,
    best: (name, metric) => `${name} hat deutlich mehr ${metrics[metric]}.`,
    notEnough: (metric) =>
      `Noch nicht genug, um es zu sagen: Der Unterschied bei „${metrics[metric]}“ kann Zufall sein.`,
    decides: (at, zone) => `Der Gewinner wird am ${instant(at, zone)} gewählt.`,
    people: count,
  },
}
