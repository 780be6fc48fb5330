import type * as en from '../../../words/report/findings.ts'

export const { findingWords }: typeof en = {
  findingWords: {
    forms: {
      nobody_chosen: 'Nessun destinatario è ancora scelto. Sceglili.',
      counted_later: 'I destinatari vengono contati all’avvio.',
      not_found: 'Impossibile trovare i destinatari: {problem}.',
      nobody: 'Nessuno la riceverebbe.',
      to_segment_less: {
        one: 'A # contatto: il segmento «{segment}» della lista «{list}», meno {less} bloccati.',
        other: 'A # contatti: il segmento «{segment}» della lista «{list}», meno {less} bloccati.',
      },
      to_segment: {
        one: 'A # contatto: il segmento «{segment}» della lista «{list}».',
        other: 'A # contatti: il segmento «{segment}» della lista «{list}».',
      },
      to_everybody_less: {
        one: 'A # contatto: tutti i contatti attivi della lista «{list}», meno {less} bloccati.',
        other: 'A # contatti: tutti i contatti attivi della lista «{list}», meno {less} bloccati.',
      },
      to_everybody: {
        one: 'A # contatto: tutti i contatti attivi della lista «{list}».',
        other: 'A # contatti: tutti i contatti attivi della lista «{list}».',
      },
      to_some_less: {
        one: 'A # contatto della lista «{list}» che soddisfa le condizioni della campagna, meno {less} bloccati.',
        other:
          'A # contatti della lista «{list}» che soddisfano le condizioni della campagna, meno {less} bloccati.',
      },
      to_some: {
        one: 'A # contatto della lista «{list}» che soddisfa le condizioni della campagna.',
        other: 'A # contatti della lista «{list}» che soddisfano le condizioni della campagna.',
      },
      to_rows: 'Alle righe della query, lette all’avvio.',
      to_rows_now: 'Alle righe della query, ora {number}; vengono rilette all’avvio.',
      versions_first:
        'Circa {each} ricevono prima ciascuna versione: {names}; gli altri {rest} ricevono la migliore.',
      versions: 'Circa {each} ricevono ciascuna versione: {names}.',
      block_for_nobody: 'Nessuno riceve il blocco {block}: nessun contatto ne soddisfa la condizione.',
      block: { one: '# contatto riceve il blocco {block}.', other: '# contatti ricevono il blocco {block}.' },
      no_message: 'Non c’è ancora un messaggio.',
      empty_message: 'Il messaggio è vuoto.',
      no_subject: 'L’oggetto è vuoto.',
      long_subject:
        'L’oggetto ha {number} caratteri; la maggior parte dei programmi ne mostra al massimo {shown}.',
      subject: 'L’oggetto ha {number} caratteri.',
      no_text_part: 'Non c’è una parte di testo: alcuni programmi e filtri antispam la cercano.',
      made_text_part: 'La parte di testo è ricavata dall’HTML.',
      text_part: 'C’è una parte di testo.',
      unsubscribe: 'C’è un link per disiscriversi.',
      unsubscribe_added: 'Manca un link per disiscriversi; viene aggiunto un piè di pagina con un link.',
      no_unsubscribe: 'Manca un link per disiscriversi: aggiungi %%unsubscribe_link%%.',
      no_alt: '{number} immagini su {all} non hanno un testo alternativo per chi non le vede.',
      size_cut: 'L’HTML è di {number} kB; Gmail taglia i messaggi a 102 kB e nasconde il resto.',
      size: 'L’HTML è di {number} kB.',
      size_with_pictures: 'L’HTML è di {number} kB, e le immagini di {pictures} kB in ogni messaggio.',
      unknown_code_meant: '{code} non è un codice noto e resta così nel messaggio. Intendevi {meant}?',
      unknown_code: '{code} non è un codice noto e resta così nel messaggio.',
      unknown_name_meant: '{code} non è un nome noto e resta vuoto. Intendevi {meant}?',
      unknown_name: '{code} non è un nome noto e resta vuoto.',
      blank_value: {
        one: '# contatto non vede nulla per {field}: indica un valore predefinito.',
        other: '# contatti non vedono nulla per {field}: indica un valore predefinito.',
      },
      branches: 'Tutti i {number} rami sono stati composti, con valori vuoti e con i più lunghi.',
      not_composed: 'Il messaggio non può essere composto: {problem}.',
      credits: 'Crediti: {number}.',
      few_credits: 'Ci sono solo {number} crediti di invio per {people} contatti.',
      quota:
        'Questo mese si possono inviare ancora solo {number} messaggi, a {people} contatti: il resto attende il mese prossimo o un limite più alto.',
      link_answers: 'Il link risponde.',
      links_answer: 'Tutti i {number} link rispondono.',
      time_is_over: 'L’ora prevista, {time}, è passata. Scegline un’altra o invia subito.',
      no_sender: 'Non c’è un indirizzo del mittente.',
      sender_of_each: 'Da {address}, un indirizzo diverso per ogni contatto.',
      wrong_sender: '{address} non è un indirizzo di mittente valido.',
      sender: 'Da {sender}.',
      signed: 'Firmato da {domain}.',
      not_signed:
        'Nessuna chiave DKIM firma per {domain}: i grandi provider rifiutano o nascondono questi messaggi.',
      sample_imprint: 'Le note legali sono ancora quelle del modello: indica chi invia.',
      sample_text: '«{text}» è ancora quello del modello.',
      sample_picture: 'Un’immagine di {host} è l’esempio di un modello.',
      test_of_one: 'Il test A/B richiede almeno due versioni: aggiungine una o disattivalo.',
      test_share: 'Il test A/B richiede una quota superiore a 0 % e inferiore a 100 %.',
      test_without_share: 'Il test A/B non indica quanti contatti ricevono prima una versione.',
      test_without_wait: 'Il test A/B non indica quanto attende.',
      test_without_measure: 'Il test A/B non indica che cosa decide.',
    },
  },
}
