import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'Eksporty',
    lead: 'Listy jako pliki. Każdy plik można pobierać przez siedem dni.',
    start: 'Eksportuj listę',
    list: 'Lista',
    who: 'Kto',
    state: 'Stan',
    people: 'Kontakty',
    file: 'Plik',
    created: (zone) => `Utworzono (${zone})`,
    columns: 'Kolumny',
    allColumns: 'wszystkie',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV, ${separator === ';' ? 'średniki' : 'przecinki'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    everybody: 'wszyscy',
    download: (bytes) => `Pobierz, ${size(bytes)}`,
    until: (at) => `do ${at}`,
    gone: 'Plik nie jest już przechowywany.',
    cancel: 'Anuluj',
    endLink: 'Wyłącz link',
    progress: 'Postęp',
    states: {
      scheduled: 'czeka',
      exporting: 'w toku',
      finished: 'gotowy',
      failed: 'nieudany',
      cancelled: 'anulowany',
    },
    statuses: {
      active: 'aktywny',
      unsubscribed: 'wypisany',
      scomp: 'skarga',
      bounced: 'odbity',
      deactivated: 'wyłączony',
    },
    empty: {
      title: 'Nie ma jeszcze eksportów',
      text: 'Zapisz listę lub jej część do pliku: do arkusza, innego systemu albo archiwum. Import potrafi go odczytać.',
    },
    new: {
      title: 'Eksportuj listę',
      list: 'Która lista?',
      segment: 'Kto?',
      whole: 'Wszyscy z listy',
      segmentHint: 'Segmenty zawierają tylko aktywne kontakty, chyba że mają warunek dotyczący statusu.',
      statuses: 'Z jakim statusem?',
      statusesHint: 'Jeśli nie wybrano żadnego: wszystkie.',
      columns: 'Które kolumny?',
      columnsHint: 'Jeśli nie wybrano żadnej: wszystko, co potrafi odczytać import.',
      addColumn: 'Dodaj kolumnę',
      order: 'Kolejność w pliku',
      orderHint: 'Przesuwaj kolumnę strzałkami albo klawiszami Alt i ↑ lub ↓.',
      up: (name) => `Przesuń „${name}” w górę`,
      down: (name) => `Przesuń „${name}” w dół`,
      remove: (name) => `Pomiń „${name}”`,
      moved: (name, place, total) => `„${name}” to teraz kolumna ${place} z ${total}.`,
      format: 'Jaki format?',
      formats: {
        csv: 'CSV z przecinkami',
        excel: 'CSV ze średnikami, do Excela',
        jsonl: 'JSON, jeden kontakt w wierszu',
      },
      gzip: 'Spakowany gzipem',
      guard: 'Bezpieczny w arkuszu kalkulacyjnym',
      guardHint:
        'Wartość, która zadziałałaby jak formuła, np. =1+1 lub +49 30 1234, dostaje apostrof na początku.',
      submit: 'Utwórz plik',
    },
    done: (value) => people(value),
  },
}
