import type * as en from '../../../words/audit/asking.ts'

export const { askingWords }: typeof en = {
  askingWords: {
    title: 'Eine zweite Person muss das freigeben',
    hint: 'Es wurde nichts geändert. Fragen Sie die Freigabe an: Wer freigeben darf, bekommt eine Mail und sieht genau dies mit den Zahlen. Nach der Freigabe führen Sie es mit einem Klick aus.',
    mayNot: 'Es wurde nichts geändert. Ein Administrator kann es tun oder die Freigabe anfragen.',
    note: 'Hinweis für alle, die entscheiden',
    noteHint: 'Warum, oder worauf zu achten ist. Er steht auch in der Mail.',
    asked: 'Angefragt. Sie finden es unter „Freigaben“ und führen es dort aus, sobald es freigegeben ist.',
    free: 'Das muss niemand mehr freigeben: Sie können es jetzt ausführen.',
    open: 'Anfrage öffnen',
    one: {
      note: 'Hinweis',
      request: 'Genau dies',
      check: 'Die Prüfung',
      preview: 'Die Nachricht',
      version: 'Version',
      sample:
        'So sieht sie mit Beispielwerten aus. Freigegeben wird, was jetzt gespeichert ist: Jede Änderung macht die Freigabe hinfällig.',
      others: 'Jemand anderes entscheidet: niemand über die eigene Anfrage, und nur, wen die Regeln nennen.',
      emergencyTitle: 'Im Notfall',
      emergencyText:
        'Sie dürfen es ohne Freigabe tun. Das wird festgehalten und allen gemailt, die freigeben dürfen.',
      emergencyReason: 'Warum es nicht warten kann',
      emergencyAct: 'Ohne Freigabe ausführen',
      made: 'Öffnen, was entstanden ist',
    },
  },
}
