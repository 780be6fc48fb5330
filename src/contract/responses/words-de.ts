import type { PublicWords } from './words-en.ts'

export const de: PublicWords = {
  askTitle: 'Möchten Sie sich abmelden?',
  askText: 'Sie erhalten dann keine Nachrichten von {list} mehr.',
  leave: 'Abmelden',
  leftTitle: 'Sie sind abgemeldet',
  leftText: 'Sie erhalten keine Nachrichten von {list} mehr.',
  againTitle: 'Sie sind bereits abgemeldet',
  againText: 'Sie erhalten keine Nachrichten von {list} mehr.',
  mistake: 'War das ein Versehen, oder haben Sie es sich anders überlegt?',
  comeBack: 'Wieder anmelden',
  backTitle: 'Sie sind wieder angemeldet',
  backText: 'Sie erhalten die Nachrichten von {list} wie bisher.',
  fullTitle: 'Die Anmeldung ist derzeit nicht möglich',
  fullText:
    '{list} nimmt im Moment keine weiteren Anmeldungen an. Es wurde nichts geändert. Bitte versuchen Sie es in einigen Tagen noch einmal.',
  deadTitle: 'Dieser Link funktioniert nicht',
  deadText:
    'Vielleicht wurde er unterwegs abgeschnitten oder verändert. Bitte öffnen Sie den Link so, wie er in der Nachricht steht.',
  laterTitle: 'Bitte versuchen Sie es gleich noch einmal',
  laterText: 'Der Server kann gerade nicht antworten. Es wurde nichts geändert.',
  imprint: 'Impressum',
}
