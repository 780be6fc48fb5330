import type { PublicWords } from './words-en.ts'

export const nl: PublicWords = {
  askTitle: 'Wilt u zich afmelden?',
  askText: 'U ontvangt dan geen berichten meer van {list}.',
  leave: 'Afmelden',
  leftTitle: 'U bent afgemeld',
  leftText: 'U ontvangt geen berichten meer van {list}.',
  againTitle: 'U was al afgemeld',
  againText: 'U ontvangt geen berichten meer van {list}.',
  mistake: 'Was het een vergissing, of hebt u zich bedacht?',
  comeBack: 'Weer aanmelden',
  backTitle: 'U bent weer aangemeld',
  backText: 'U ontvangt de berichten van {list} zoals voorheen.',
  fullTitle: 'Aanmelden is op dit moment niet mogelijk',
  fullText:
    '{list} neemt op dit moment geen nieuwe aanmeldingen aan. Er is niets gewijzigd. Probeer het over een paar dagen opnieuw.',
  deadTitle: 'Deze link werkt niet',
  deadText:
    'Misschien is hij onderweg afgebroken of veranderd. Gebruik de link zoals hij in het bericht staat.',
  laterTitle: 'Probeer het zo meteen opnieuw',
  laterText: 'De server kan op dit moment niet antwoorden. Er is niets gewijzigd.',
  imprint: 'Juridische informatie',
}
