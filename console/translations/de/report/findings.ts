import type * as en from '../../../words/report/findings.ts'

export const { findingWords }: typeof en = {
  findingWords: {
    forms: {
      nobody_chosen: 'Es sind noch keine Empfänger gewählt. Wählen Sie sie.',
      counted_later: 'Die Empfänger werden gezählt, wenn sie beginnt.',
      not_found: 'Die Empfänger lassen sich nicht finden: {problem}.',
      nobody: 'Niemand würde sie bekommen.',
      to_segment_less: {
        one: 'An # Person: Segment „{segment}“ der Liste „{list}“, ohne {less} auf Sperrlisten.',
        other: 'An # Personen: Segment „{segment}“ der Liste „{list}“, ohne {less} auf Sperrlisten.',
      },
      to_segment: {
        one: 'An # Person: Segment „{segment}“ der Liste „{list}“.',
        other: 'An # Personen: Segment „{segment}“ der Liste „{list}“.',
      },
      to_everybody_less: {
        one: 'An # Person: alle, die auf der Liste „{list}“ aktiv sind, ohne {less} auf Sperrlisten.',
        other: 'An # Personen: alle, die auf der Liste „{list}“ aktiv sind, ohne {less} auf Sperrlisten.',
      },
      to_everybody: {
        one: 'An # Person: alle, die auf der Liste „{list}“ aktiv sind.',
        other: 'An # Personen: alle, die auf der Liste „{list}“ aktiv sind.',
      },
      to_some_less: {
        one: 'An # Person auf der Liste „{list}“, für die die Bedingungen der Kampagne gelten, ohne {less} auf Sperrlisten.',
        other:
          'An # Personen auf der Liste „{list}“, für die die Bedingungen der Kampagne gelten, ohne {less} auf Sperrlisten.',
      },
      to_some: {
        one: 'An # Person auf der Liste „{list}“, für die die Bedingungen der Kampagne gelten.',
        other: 'An # Personen auf der Liste „{list}“, für die die Bedingungen der Kampagne gelten.',
      },
      to_rows: 'An die Zeilen der Abfrage, die beim Beginn gelesen werden.',
      to_rows_now: 'An die Zeilen der Abfrage, zurzeit {number}; sie werden beim Beginn noch einmal gelesen.',
      versions_first:
        'Etwa {each} bekommen zuerst je eine Version: {names}; die anderen {rest} bekommen die beste.',
      versions: 'Etwa {each} bekommen je eine Version: {names}.',
      block_for_nobody: 'Niemand bekommt den Block {block}: Seine Bedingung gilt für keine dieser Personen.',
      block: { one: '# Person bekommt den Block {block}.', other: '# Personen bekommen den Block {block}.' },
      no_message: 'Es gibt noch keine Nachricht.',
      empty_message: 'Die Nachricht ist leer.',
      no_subject: 'Der Betreff ist leer.',
      long_subject: 'Der Betreff hat {number} Zeichen; die meisten Mailprogramme zeigen höchstens {shown}.',
      subject: 'Der Betreff hat {number} Zeichen.',
      no_text_part: 'Es gibt keinen Textteil: Manche Programme und Spamfilter suchen danach.',
      made_text_part: 'Der Textteil wird aus dem HTML gemacht.',
      text_part: 'Es gibt einen Textteil.',
      unsubscribe: 'Es gibt einen Abmeldelink.',
      unsubscribe_added: 'Es fehlt ein Abmeldelink; eine Fußzeile mit einem Link wird angehängt.',
      no_unsubscribe: 'Es fehlt ein Abmeldelink: Fügen Sie %%unsubscribe_link%% ein.',
      no_alt: '{number} von {all} Bildern haben keinen Alternativtext für Leser, die sie nicht sehen.',
      size_cut: 'Das HTML hat {number} kB; Gmail schneidet Nachrichten bei 102 kB ab und verbirgt den Rest.',
      size: 'Das HTML hat {number} kB.',
      size_with_pictures: 'Das HTML hat {number} kB, seine Bilder {pictures} kB in jeder Nachricht.',
      unknown_code_meant:
        '{code} ist kein bekannter Platzhalter und bleibt in der Nachricht stehen. Meinten Sie {meant}?',
      unknown_code: '{code} ist kein bekannter Platzhalter und bleibt in der Nachricht stehen.',
      unknown_name_meant: '{code} ist kein bekannter Name und bleibt leer. Meinten Sie {meant}?',
      unknown_name: '{code} ist kein bekannter Name und bleibt leer.',
      blank_value: {
        one: '# Person sieht nichts für {field}: Geben Sie einen Ersatzwert an.',
        other: '# Personen sehen nichts für {field}: Geben Sie einen Ersatzwert an.',
      },
      branches: 'Alle {number} Zweige wurden zusammengesetzt, mit leeren und mit den längsten Werten.',
      not_composed: 'Die Nachricht lässt sich nicht zusammensetzen: {problem}.',
      credits: 'Guthaben: {number}.',
      few_credits: 'Das Guthaben reicht nur für {number} Nachrichten, nicht für {people}.',
      quota:
        'In diesem Monat dürfen nur noch {number} Nachrichten gesendet werden, an {people} Personen: Der Rest wartet bis zum nächsten Monat oder bis die Grenze erhöht wird.',
      link_answers: 'Der Link antwortet.',
      links_answer: 'Alle {number} Links antworten.',
      time_is_over: 'Die gewählte Zeit, {time}, ist vorbei. Wählen Sie eine andere, oder senden Sie sofort.',
      no_sender: 'Es gibt keine Absenderadresse.',
      sender_of_each: 'Von {address}, für jede Person eine andere Adresse.',
      wrong_sender: '{address} ist keine gültige Absenderadresse.',
      sender: 'Von {sender}.',
      signed: 'Signiert von {domain}.',
      not_signed:
        'Kein DKIM-Schlüssel signiert für {domain}: Große Mailanbieter lehnen solche Nachrichten ab oder verstecken sie.',
      sample_imprint: 'Das Impressum ist noch das der Vorlage: Schreiben Sie, wer das sendet.',
      sample_text: '„{text}“ steht noch aus der Vorlage da.',
      sample_picture: 'Ein Bild von {host} ist das Muster einer Vorlage.',
      test_of_one:
        'Der A/B-Test braucht mindestens zwei Versionen: Fügen Sie eine hinzu, oder schalten Sie ihn aus.',
      test_share: 'Der A/B-Test braucht einen Anteil über 0 % und unter 100 %.',
      test_without_share: 'Im A/B-Test fehlt, wie viele Personen zuerst eine Version bekommen.',
      test_without_wait: 'Im A/B-Test fehlt, wie lange er wartet.',
      test_without_measure: 'Im A/B-Test fehlt, was entscheidet.',
    },
  },
}
