import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: 'faltam créditos de envio',
    quota: 'o limite de mensagens do mês foi atingido',
    speed: 'limite de velocidade',
    mail_server: 'o servidor de correio não responde',
    the_mail_server: 'o servidor de correio não responde',
    message_size: 'as mensagens são maiores do que o servidor de correio aceita',
    mail_log_in: 'o servidor de correio recusa as credenciais',
    mail_limit: 'o servidor de correio atingiu o seu limite de envio',
    retries: 'novas tentativas de entrega',
    winner: 'resultado do teste',
    recipients_again: 'uma nova tentativa, porque encontrar os destinatários demora demasiado',
    internal: 'erro interno; consulte o registo do servidor',
    brake_bounces:
      'libertação do travão de envio: {share} % das últimas {number} mensagens foram devolvidas definitivamente, acima do limite de {limit} %',
    brake_spam:
      'libertação do travão de envio: {share} % das últimas {number} mensagens foram denunciadas como spam, acima do limite de {limit} %',
    bounced_hard:
      '{share} % das últimas {number} mensagens foram devolvidas definitivamente, acima do limite de {limit} %',
    called_spam:
      '{share} % das últimas {number} mensagens foram denunciadas como spam, acima do limite de {limit} %',
    list_gone: 'A lista foi eliminada.',
    no_content: 'Não há conteúdo para enviar.',
    recipients_not_found: 'Não foi possível encontrar os destinatários: {problem}.',
    unsubscribe_missing:
      'A organização exige uma ligação de cancelamento em cada mensagem: adicione %%unsubscribe_link%% ao conteúdo.',
    organization_gone: 'A organização foi eliminada.',
    begins_at: 'Começa: {time}.',
    paused_until_resumed: 'Está em pausa até alguém a retomar.',
    quote_never_closes:
      'As aspas abertas na linha {line} (byte {byte}) nunca fecham. Feche-as ou escolha outro carácter e importe de novo.',
    wrong_bytes:
      'A linha {line} (byte {byte}) não é {set} válido. Guarde o ficheiro em UTF-8 ou escolha Windows-1252 e importe de novo.',
    data_gone: 'Os dados desta importação já não estão no servidor; crie-a de novo.',
    changed_meanwhile:
      'O ficheiro {name} mudou durante a importação. As linhas até à mudança foram aplicadas; importe o novo ficheiro.',
    changed_after_preview:
      'O ficheiro {name} mudou depois da pré-visualização. Nada foi importado; faça uma nova pré-visualização.',
    undo_list_gone: 'A lista foi eliminada enquanto a importação era anulada.',
    import_interrupted:
      'A importação foi interrompida {number} vezes sem avançar e falhou. Consulte o registo do servidor, importação {id}.',
    undo_interrupted:
      'A anulação foi interrompida {number} vezes sem avançar e falhou. Consulte o registo do servidor, importação {id}, e anule de novo: continua.',
    export_interrupted:
      'A exportação foi interrompida {number} vezes e falhou. Consulte o registo do servidor, exportação {id}, e crie-a de novo.',
    disk_full:
      'O disco do servidor estava cheio em cada uma das {number} tentativas. Liberte espaço em DATA_DIR e crie a exportação de novo; com gzip o ficheiro fica menor.',
    change_interrupted:
      'A alteração foi interrompida {number} vezes sem avançar e falhou. Consulte o registo do servidor, alteração {id}, e crie-a de novo: ninguém é alterado duas vezes.',
    old_excel:
      'O ficheiro é de um Excel antigo (.xls) ou tem palavra-passe. Guarde-o como .xlsx sem palavra-passe ou como CSV.',
    pdf: 'O ficheiro é um PDF. Guarde a lista como CSV ou .xlsx.',
    database_file: 'O ficheiro é uma base de dados SQLite. Exporte a lista como CSV.',
    archive:
      'O ficheiro é um arquivo {kind}. Descomprima-o, ou comprima a lista em gzip ou num zip com um só ficheiro.',
    packed_twice: 'O ficheiro contém outro arquivo ou um livro. Comprima um CSV ou carregue o próprio livro.',
    gzip_short: 'O ficheiro gzip está incompleto. Carregue-o de novo.',
    gzip_damaged: 'O ficheiro gzip está danificado. Comprima-o de novo ou carregue o ficheiro descomprimido.',
    zip_locked: 'O ficheiro zip está cifrado. Comprima-o de novo sem palavra-passe.',
    zip_empty: 'O ficheiro zip não contém nenhum ficheiro. Coloque nele a lista.',
    zip_several:
      'O ficheiro zip contém {number} ficheiros, entre eles {one} e {other}. Comprima só a lista ou importe cada ficheiro à parte.',
    zip_damaged: 'O ficheiro zip está danificado ou incompleto. Comprima-o e carregue-o de novo.',
    no_workbook: 'O ficheiro não é um livro do Excel (.xlsx). Guarde-o como .xlsx ou CSV.',
    no_sheet: 'O livro não tem nenhuma folha com uma tabela.',
    empty_file: '{name} está vazio.',
    picture: '{name} é uma imagem. Exporte a lista como CSV.',
    no_text: '{name} não é um ficheiro de texto. Exporte a lista como CSV.',
    web_page:
      '{name} é uma página web, seja qual for o nome. Se mostra a lista, abra-a no Excel e guarde-a como .xlsx ou CSV; se foi descarregada, a ligação talvez exija iniciar sessão.',
    json_file: '{name} é JSON. Exporte a lista como CSV.',
    contacts_file: '{name} é uma lista de contactos ou um calendário (vCard). Exporte os contactos como CSV.',
    sql_dump: '{name} é uma cópia SQL de uma base de dados. Exporte a tabela como CSV.',
    rtf_file: '{name} é um documento RTF. Guarde a lista como CSV.',
    no_record:
      'Não há nenhum registo TXT em {name}. Publique-o com o valor mostrado; os registos novos podem demorar horas a ver-se',
    no_dkim_record:
      'Nenhum registo TXT em {name} é de DKIM. Publique-o com o valor mostrado; os registos novos podem demorar horas a ver-se',
    several_records:
      '{name} tem {number} registos DKIM e os recetores podem usar qualquer um. Mantenha só o desta chave',
    record_revoked: 'O registo em {name} revoga a chave: p= está vazio. Substitua-o pelo valor mostrado',
    other_key:
      'O registo em {name} tem outra chave. Substitua-o pelo valor mostrado ou crie uma chave com outro seletor',
    record_cut:
      'O registo em {name} está cortado após {number} de {all} caracteres da chave. Publique um valor longo em várias cadeias de 255 caracteres no máximo',
  },
}
