import type * as en from '../../../words/report/findings.ts'

export const { findingWords }: typeof en = {
  findingWords: {
    forms: {
      nobody_chosen: 'Er zijn nog geen ontvangers gekozen. Kies ze.',
      counted_later: 'De ontvangers worden geteld bij het begin.',
      not_found: 'De ontvangers zijn niet te vinden: {problem}.',
      nobody: 'Niemand zou ze krijgen.',
      to_segment_less: {
        one: 'Aan # contact: het segment “{segment}” van de lijst “{list}”, min {less} geblokkeerd.',
        other: 'Aan # contacten: het segment “{segment}” van de lijst “{list}”, min {less} geblokkeerd.',
      },
      to_segment: {
        one: 'Aan # contact: het segment “{segment}” van de lijst “{list}”.',
        other: 'Aan # contacten: het segment “{segment}” van de lijst “{list}”.',
      },
      to_everybody_less: {
        one: 'Aan # contact: alle actieve contacten van de lijst “{list}”, min {less} geblokkeerd.',
        other: 'Aan # contacten: alle actieve contacten van de lijst “{list}”, min {less} geblokkeerd.',
      },
      to_everybody: {
        one: 'Aan # contact: alle actieve contacten van de lijst “{list}”.',
        other: 'Aan # contacten: alle actieve contacten van de lijst “{list}”.',
      },
      to_some_less: {
        one: 'Aan # contact van de lijst “{list}” dat aan de voorwaarden van de campagne voldoet, min {less} geblokkeerd.',
        other:
          'Aan # contacten van de lijst “{list}” die aan de voorwaarden van de campagne voldoen, min {less} geblokkeerd.',
      },
      to_some: {
        one: 'Aan # contact van de lijst “{list}” dat aan de voorwaarden van de campagne voldoet.',
        other: 'Aan # contacten van de lijst “{list}” die aan de voorwaarden van de campagne voldoen.',
      },
      to_rows: 'Aan de rijen van de query, die bij het begin worden gelezen.',
      to_rows_now: 'Aan de rijen van de query, nu {number}; ze worden bij het begin opnieuw gelezen.',
      versions_first: 'Ongeveer {each} krijgen eerst elk van {names}; de andere {rest} krijgen de beste.',
      versions: 'Ongeveer {each} krijgen elk van {names}.',
      block_for_nobody: 'Niemand krijgt het blok {block}: geen contact voldoet aan de voorwaarde.',
      block: { one: '# contact krijgt het blok {block}.', other: '# contacten krijgen het blok {block}.' },
      no_message: 'Er is nog geen bericht.',
      empty_message: 'Het bericht is leeg.',
      no_subject: 'Het onderwerp is leeg.',
      long_subject:
        'Het onderwerp heeft {number} tekens; de meeste mailprogramma’s tonen er hoogstens {shown}.',
      subject: 'Het onderwerp heeft {number} tekens.',
      no_text_part: 'Er is geen tekstdeel: sommige programma’s en spamfilters zoeken ernaar.',
      made_text_part: 'Het tekstdeel wordt van de HTML gemaakt.',
      text_part: 'Er is een tekstdeel.',
      unsubscribe: 'Er is een afmeldlink.',
      unsubscribe_added: 'Er ontbreekt een afmeldlink; een voettekst met een link wordt toegevoegd.',
      no_unsubscribe: 'Er ontbreekt een afmeldlink: voeg %%unsubscribe_link%% toe.',
      no_alt: '{number} van {all} afbeeldingen hebben geen alternatieve tekst voor lezers die ze niet zien.',
      size_cut: 'De HTML is {number} kB; Gmail kapt berichten af bij 102 kB en verbergt de rest.',
      size: 'De HTML is {number} kB.',
      size_with_pictures: 'De HTML is {number} kB, en de afbeeldingen {pictures} kB in elk bericht.',
      unknown_code_meant:
        '{code} is geen bekende code en blijft zo in het bericht staan. Bedoelde je {meant}?',
      unknown_code: '{code} is geen bekende code en blijft zo in het bericht staan.',
      unknown_name_meant: '{code} is geen bekende naam en blijft leeg. Bedoelde je {meant}?',
      unknown_name: '{code} is geen bekende naam en blijft leeg.',
      blank_value: {
        one: '# contact ziet niets voor {field}: geef een standaardwaarde.',
        other: '# contacten zien niets voor {field}: geef een standaardwaarde.',
      },
      branches: 'Alle {number} takken zijn samengesteld, met lege en met de langste waarden.',
      not_composed: 'Het bericht kan niet worden samengesteld: {problem}.',
      credits: 'Credits: {number}.',
      few_credits: 'Er zijn maar {number} verzendcredits voor {people} contacten.',
      quota:
        'Deze maand mogen nog maar {number} berichten worden verzonden, aan {people} contacten: de rest wacht tot de volgende maand of tot de limiet omhooggaat.',
      link_answers: 'De link antwoordt.',
      links_answer: 'Alle {number} links antwoorden.',
      time_is_over: 'De gekozen tijd, {time}, is voorbij. Kies een andere, of verzend meteen.',
      no_sender: 'Er is geen afzenderadres.',
      sender_of_each: 'Van {address}, voor elk contact een ander adres.',
      wrong_sender: '{address} is geen geldig afzenderadres.',
      sender: 'Van {sender}.',
      signed: 'Ondertekend door {domain}.',
      not_signed:
        'Geen DKIM-sleutel ondertekent voor {domain}: grote mailproviders weigeren of verbergen zulke berichten.',
      sample_imprint: 'Het colofon is nog dat van het sjabloon: vermeld wie dit verzendt.',
      sample_text: '“{text}” staat er nog uit het sjabloon.',
      sample_picture: 'Een afbeelding van {host} is het voorbeeld van een sjabloon.',
      test_of_one: 'De A/B-test heeft minstens twee versies nodig: voeg er een toe, of zet hem uit.',
      test_share: 'De A/B-test heeft een aandeel van meer dan 0 % en minder dan 100 % nodig.',
      test_without_share: 'De A/B-test zegt niet hoeveel contacten eerst een versie krijgen.',
      test_without_wait: 'De A/B-test zegt niet hoe lang hij wacht.',
      test_without_measure: 'De A/B-test zegt niet wat beslist.',
    },
  },
}
