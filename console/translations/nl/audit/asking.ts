import type * as en from '../../../words/audit/asking.ts'

/** What a call that needs an approval offers, and what those who decide read. */
export const { askingWords }: typeof en = {
  askingWords: {
    title: 'Een tweede persoon moet dit goedkeuren',
    hint: 'Er is niets gewijzigd. Vraag goedkeuring: wie mag goedkeuren, krijgt een e-mail en ziet precies dit, met de aantallen. Na goedkeuring voer je het met één klik uit.',
    mayNot: 'Er is niets gewijzigd. Een beheerder kan het doen, of erom vragen.',
    note: 'Notitie voor wie beslist',
    noteHint: 'Waarom, of waar ze op moeten letten. Staat ook in de e-mail.',
    asked: 'Gevraagd. Je vindt het onder Goedkeuringen en voert het daar na goedkeuring uit.',
    free: 'Niemand hoeft dit meer goed te keuren: je kunt het nu uitvoeren.',
    open: 'Verzoek openen',
    one: {
      note: 'Notitie',
      request: 'Precies dit',
      check: 'De controle',
      preview: 'Het bericht',
      version: 'Versie',
      sample:
        'Zoals het is met voorbeeldwaarden. Goedgekeurd wordt wat nu is opgeslagen: door een wijziging vervalt de goedkeuring.',
      others:
        'Iemand anders beslist: niemand beslist over een eigen verzoek, en alleen wie de regels noemen.',
      emergencyTitle: 'In een noodgeval',
      emergencyText:
        'Je mag het zonder goedkeuring doen. Het wordt vastgelegd en gemaild aan allen die mogen goedkeuren.',
      emergencyReason: 'Waarom het niet kan wachten',
      emergencyAct: 'Doen zonder goedkeuring',
      made: 'Resultaat openen',
    },
  },
}
