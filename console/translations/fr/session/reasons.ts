import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: 'crédits d’envoi épuisés',
    quota: 'limite de messages du mois atteinte',
    speed: 'limite de vitesse',
    mail_server: 'le serveur de messagerie ne répond pas',
    the_mail_server: 'le serveur de messagerie ne répond pas',
    message_size: 'messages plus lourds que ce qu’accepte le serveur de messagerie',
    mail_log_in: 'le serveur de messagerie refuse la connexion',
    mail_limit: 'le serveur de messagerie a atteint sa limite d’envoi',
    retries: 'nouvelles tentatives de remise',
    winner: 'résultat du test',
    recipients_again: 'nouvel essai, car la recherche des destinataires prend trop de temps',
    internal: 'erreur interne ; voir le journal du serveur',
    brake_bounces:
      'levée du frein d’envoi : {share} % des {number} derniers messages ont été rejetés définitivement, plus que la limite de {limit} %',
    brake_spam:
      'levée du frein d’envoi : {share} % des {number} derniers messages ont été signalés comme spam, plus que la limite de {limit} %',
    bounced_hard:
      '{share} % des {number} derniers messages ont été rejetés définitivement, plus que la limite de {limit} %',
    called_spam:
      '{share} % des {number} derniers messages ont été signalés comme spam, plus que la limite de {limit} %',
    list_gone: 'La liste a été supprimée.',
    no_content: 'Il n’y a aucun contenu à envoyer.',
    recipients_not_found: 'Les destinataires sont introuvables : {problem}.',
    unsubscribe_missing:
      'L’organisation exige un lien de désinscription dans chaque message : ajoutez %%unsubscribe_link%% au contenu.',
    organization_gone: 'L’organisation a été supprimée.',
    begins_at: 'Début : {time}.',
    paused_until_resumed: 'Elle est en pause jusqu’à ce que quelqu’un la reprenne.',
    quote_never_closes:
      'Le guillemet ouvert à la ligne {line} (octet {byte}) n’est jamais fermé. Fermez-le ou choisissez un autre caractère, puis importez de nouveau.',
    wrong_bytes:
      'La ligne {line} (octet {byte}) n’est pas en {set} valide. Enregistrez le fichier en UTF-8 ou choisissez Windows-1252, puis importez de nouveau.',
    data_gone: 'Les données de cet import ne sont plus sur le serveur ; recréez l’import.',
    changed_meanwhile:
      'Le fichier {name} a été modifié pendant l’import. Les lignes précédentes ont été appliquées ; importez le nouveau fichier.',
    changed_after_preview:
      'Le fichier {name} a été modifié après l’aperçu. Rien n’a été importé ; lancez un nouvel aperçu.',
    undo_list_gone: 'La liste a été supprimée pendant l’annulation de l’import.',
    import_interrupted:
      'L’import a été interrompu {number} fois sans avancer et a échoué. Voir le journal du serveur, import {id}.',
    undo_interrupted:
      'L’annulation a été interrompue {number} fois sans avancer et a échoué. Voir le journal du serveur, import {id}, puis relancez-la : elle continue.',
    export_interrupted:
      'L’export a été interrompu {number} fois et a échoué. Voir le journal du serveur, export {id}, puis recréez-le.',
    disk_full:
      'Le disque du serveur était plein à chacune des {number} tentatives. Libérez de la place dans DATA_DIR, puis recréez l’export ; gzip réduit le fichier.',
    change_interrupted:
      'La modification a été interrompue {number} fois sans avancer et a échoué. Voir le journal du serveur, modification {id}, puis recréez-la : personne n’est modifié deux fois.',
    old_excel:
      'Le fichier est un ancien fichier Excel (.xls) ou un classeur protégé. Enregistrez-le en .xlsx sans mot de passe, ou en CSV.',
    pdf: 'Le fichier est un PDF. Enregistrez la liste en CSV ou en .xlsx.',
    database_file: 'Le fichier est une base SQLite. Exportez la liste en CSV.',
    archive:
      'Le fichier est une archive {kind}. Décompressez-la, ou compressez la liste en gzip ou en zip à un seul fichier.',
    packed_twice:
      'Le fichier contient une autre archive ou un classeur. Compressez un CSV, ou envoyez le classeur lui-même.',
    gzip_short: 'Le fichier gzip est incomplet. Envoyez-le de nouveau.',
    gzip_damaged: 'Le fichier gzip est endommagé. Recompressez-le ou envoyez le fichier décompressé.',
    zip_locked: 'Le fichier zip est chiffré. Recompressez-le sans mot de passe.',
    zip_empty: 'Le fichier zip ne contient aucun fichier. Mettez-y la liste.',
    zip_several:
      'Le fichier zip contient {number} fichiers, dont {one} et {other}. Ne compressez que la liste, ou importez chaque fichier séparément.',
    zip_damaged: 'Le fichier zip est endommagé ou incomplet. Recompressez-le et envoyez-le de nouveau.',
    no_workbook: 'Le fichier n’est pas un classeur Excel (.xlsx). Enregistrez-le en .xlsx ou en CSV.',
    no_sheet: 'Le classeur n’a aucune feuille avec un tableau.',
    empty_file: '{name} est vide.',
    picture: '{name} est une image. Exportez la liste en CSV.',
    no_text: '{name} n’est pas un fichier texte. Exportez la liste en CSV.',
    web_page:
      '{name} est une page web, quel que soit son nom. Si elle montre la liste, ouvrez-la dans Excel et enregistrez-la en .xlsx ou en CSV ; si elle a été téléchargée, le lien demande peut-être une connexion.',
    json_file: '{name} est du JSON. Exportez la liste en CSV.',
    contacts_file: '{name} est un carnet d’adresses ou un calendrier (vCard). Exportez les contacts en CSV.',
    sql_dump: '{name} est l’extrait SQL d’une base de données. Exportez la table en CSV.',
    rtf_file: '{name} est un document RTF. Enregistrez la liste en CSV.',
    no_record:
      'Aucun enregistrement TXT à {name}. Publiez-le avec la valeur affichée ; un nouvel enregistrement peut mettre quelques heures à être visible',
    no_dkim_record:
      'Aucun enregistrement TXT à {name} n’est un enregistrement DKIM. Publiez-le avec la valeur affichée ; un nouvel enregistrement peut mettre quelques heures à être visible',
    several_records:
      '{name} a {number} enregistrements DKIM, et les destinataires peuvent prendre n’importe lequel. Ne gardez que celui de cette clé',
    record_revoked:
      'L’enregistrement à {name} révoque la clé : p= est vide. Remplacez-le par la valeur affichée',
    other_key:
      'L’enregistrement à {name} contient une autre clé. Remplacez-le par la valeur affichée, ou créez une clé avec un autre sélecteur',
    record_cut:
      'L’enregistrement à {name} est coupé après {number} des {all} caractères de la clé. Publiez une longue valeur en plusieurs chaînes de 255 caractères au plus',
  },
}
