import type * as en from '../../../words/report/findings.ts'

export const { findingWords }: typeof en = {
  findingWords: {
    forms: {
      nobody_chosen: 'Aucun destinataire n’est encore choisi. Choisissez-les.',
      counted_later: 'Les destinataires seront comptés au départ.',
      not_found: 'Les destinataires sont introuvables : {problem}.',
      nobody: 'Personne ne la recevrait.',
      to_segment_less: {
        one: 'À # contact : le segment « {segment} » de la liste « {list} », moins {less} bloqués.',
        other: 'À # contacts : le segment « {segment} » de la liste « {list} », moins {less} bloqués.',
      },
      to_segment: {
        one: 'À # contact : le segment « {segment} » de la liste « {list} ».',
        other: 'À # contacts : le segment « {segment} » de la liste « {list} ».',
      },
      to_everybody_less: {
        one: 'À # contact : tous les contacts actifs de la liste « {list} », moins {less} bloqués.',
        other: 'À # contacts : tous les contacts actifs de la liste « {list} », moins {less} bloqués.',
      },
      to_everybody: {
        one: 'À # contact : tous les contacts actifs de la liste « {list} ».',
        other: 'À # contacts : tous les contacts actifs de la liste « {list} ».',
      },
      to_some_less: {
        one: 'À # contact de la liste « {list} » qui remplit les conditions de la campagne, moins {less} bloqués.',
        other:
          'À # contacts de la liste « {list} » qui remplissent les conditions de la campagne, moins {less} bloqués.',
      },
      to_some: {
        one: 'À # contact de la liste « {list} » qui remplit les conditions de la campagne.',
        other: 'À # contacts de la liste « {list} » qui remplissent les conditions de la campagne.',
      },
      to_rows: 'Aux lignes de la requête, lues au départ.',
      to_rows_now: 'Aux lignes de la requête, actuellement {number} ; elles seront relues au départ.',
      versions_first:
        'Environ {each} reçoivent d’abord chacune des versions {names} ; les {rest} autres reçoivent la meilleure.',
      versions: 'Environ {each} reçoivent chacune des versions {names}.',
      block_for_nobody: 'Personne ne reçoit le bloc {block} : sa condition n’est remplie par aucun contact.',
      block: { one: '# contact reçoit le bloc {block}.', other: '# contacts reçoivent le bloc {block}.' },
      no_message: 'Il n’y a pas encore de message.',
      empty_message: 'Le message est vide.',
      no_subject: 'L’objet est vide.',
      long_subject:
        'L’objet compte {number} caractères ; la plupart des messageries n’en affichent pas plus de {shown}.',
      subject: 'L’objet compte {number} caractères.',
      no_text_part:
        'Il n’y a pas de partie texte : certains programmes et filtres antispam en cherchent une.',
      made_text_part: 'La partie texte est tirée du HTML.',
      text_part: 'Il y a une partie texte.',
      unsubscribe: 'Il y a un lien de désabonnement.',
      unsubscribe_added: 'Il manque un lien de désabonnement ; un pied de page avec un lien est ajouté.',
      no_unsubscribe: 'Il manque un lien de désabonnement : ajoutez %%unsubscribe_link%%.',
      no_alt: '{number} images sur {all} n’ont pas de texte alternatif pour ceux qui ne les voient pas.',
      size_cut: 'Le HTML fait {number} ko ; Gmail coupe les messages à 102 ko et masque le reste.',
      size: 'Le HTML fait {number} ko.',
      size_with_pictures: 'Le HTML fait {number} ko, et ses images {pictures} ko dans chaque message.',
      unknown_code_meant:
        '{code} n’est pas un code connu et reste tel quel dans le message. Vouliez-vous dire {meant} ?',
      unknown_code: '{code} n’est pas un code connu et reste tel quel dans le message.',
      unknown_name_meant: '{code} n’est pas un nom connu et reste vide. Vouliez-vous dire {meant} ?',
      unknown_name: '{code} n’est pas un nom connu et reste vide.',
      blank_value: {
        one: '# contact ne voit rien pour {field} : donnez une valeur par défaut.',
        other: '# contacts ne voient rien pour {field} : donnez une valeur par défaut.',
      },
      branches: 'Les {number} branches ont toutes été composées, avec des valeurs vides et les plus longues.',
      not_composed: 'Le message ne peut pas être composé : {problem}.',
      credits: 'Crédits : {number}.',
      few_credits: 'Il n’y a que {number} crédits d’envoi pour {people} contacts.',
      quota:
        'Seuls {number} messages peuvent encore partir ce mois-ci, pour {people} contacts : le reste attend le mois suivant ou un relèvement de la limite.',
      link_answers: 'Le lien répond.',
      links_answer: 'Les {number} liens répondent tous.',
      time_is_over: 'L’heure prévue, {time}, est passée. Choisissez-en une autre ou envoyez tout de suite.',
      no_sender: 'Il n’y a pas d’adresse d’expédition.',
      sender_of_each: 'De {address}, une adresse différente pour chaque contact.',
      wrong_sender: '{address} n’est pas une adresse d’expédition valide.',
      sender: 'De {sender}.',
      signed: 'Signé par {domain}.',
      not_signed:
        'Aucune clé DKIM ne signe pour {domain} : les grands fournisseurs refusent ou cachent ces messages.',
      sample_imprint: 'Les mentions légales sont encore celles du modèle : indiquez qui envoie.',
      sample_text: '« {text} » vient encore du modèle.',
      sample_picture: 'Une image de {host} est l’exemple d’un modèle.',
      test_of_one: 'Le test A/B demande au moins deux versions : ajoutez-en une ou désactivez-le.',
      test_share: 'Le test A/B demande une part supérieure à 0 % et inférieure à 100 %.',
      test_without_share: 'Le test A/B n’indique pas combien de contacts reçoivent d’abord une version.',
      test_without_wait: 'Le test A/B n’indique pas combien de temps il attend.',
      test_without_measure: 'Le test A/B n’indique pas ce qui décide.',
    },
  },
}
