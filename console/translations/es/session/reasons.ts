import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: 'faltan créditos de envío',
    quota: 'se ha alcanzado el límite de mensajes del mes',
    speed: 'límite de velocidad',
    mail_server: 'el servidor de correo no responde',
    the_mail_server: 'el servidor de correo no responde',
    message_size: 'los mensajes son más grandes de lo que acepta el servidor de correo',
    mail_log_in: 'el servidor de correo rechaza las credenciales',
    mail_limit: 'el servidor de correo ha llegado a su límite de envío',
    retries: 'nuevos intentos de entrega',
    winner: 'resultado de la prueba',
    recipients_again: 'un nuevo intento, porque buscar a los destinatarios tarda demasiado',
    internal: 'error interno; véase el registro del servidor',
    brake_bounces:
      'liberación del freno de envío: el {share} % de los últimos {number} mensajes rebotó de forma definitiva, más que el límite del {limit} %',
    brake_spam:
      'liberación del freno de envío: el {share} % de los últimos {number} mensajes se denunció como spam, más que el límite del {limit} %',
    bounced_hard:
      'El {share} % de los últimos {number} mensajes rebotó de forma definitiva, más que el límite del {limit} %',
    called_spam:
      'El {share} % de los últimos {number} mensajes se denunció como spam, más que el límite del {limit} %',
    list_gone: 'La lista se ha eliminado.',
    no_content: 'No hay contenido que enviar.',
    recipients_not_found: 'No se pudo determinar a los destinatarios: {problem}.',
    unsubscribe_missing:
      'La organización exige un enlace de baja en cada mensaje: añada %%unsubscribe_link%% al contenido.',
    organization_gone: 'La organización se ha eliminado.',
    begins_at: 'Empieza: {time}.',
    paused_until_resumed: 'Está en pausa hasta que alguien la reanude.',
    quote_never_closes:
      'Las comillas que se abren en la línea {line} (byte {byte}) no se cierran. Ciérrelas o elija otro carácter, e importe de nuevo.',
    wrong_bytes:
      'La línea {line} (byte {byte}) no es {set} válido. Guarde el archivo como UTF-8 o elija Windows-1252, e importe de nuevo.',
    data_gone: 'Los datos de esta importación ya no están en el servidor; créela de nuevo.',
    changed_meanwhile:
      'El archivo {name} cambió durante la importación. Se aplicaron las filas anteriores al cambio; importe el archivo nuevo.',
    changed_after_preview:
      'El archivo {name} cambió después de la vista previa. No se importó nada; haga otra vista previa.',
    undo_list_gone: 'La lista se eliminó mientras se deshacía la importación.',
    import_interrupted:
      'La importación se interrumpió {number} veces sin avanzar y ha fallado. Véase el registro del servidor, importación {id}.',
    undo_interrupted:
      'La anulación se interrumpió {number} veces sin avanzar y ha fallado. Véase el registro del servidor, importación {id}, y deshágala de nuevo: continúa.',
    export_interrupted:
      'La exportación se interrumpió {number} veces y ha fallado. Véase el registro del servidor, exportación {id}, y créela de nuevo.',
    disk_full:
      'El disco del servidor estaba lleno en cada uno de los {number} intentos. Libere espacio en DATA_DIR y cree la exportación de nuevo; gzip reduce el archivo.',
    change_interrupted:
      'El cambio se interrumpió {number} veces sin avanzar y ha fallado. Véase el registro del servidor, cambio {id}, y créelo de nuevo: nadie se cambia dos veces.',
    old_excel:
      'El archivo es de un Excel antiguo (.xls) o tiene contraseña. Guárdelo como .xlsx sin contraseña o como CSV.',
    pdf: 'El archivo es un PDF. Guarde la lista como CSV o .xlsx.',
    database_file: 'El archivo es una base de datos SQLite. Exporte la lista como CSV.',
    archive:
      'El archivo es de tipo {kind}. Descomprímalo, o comprima la lista en gzip o en un zip con un solo archivo.',
    packed_twice:
      'El archivo contiene otro archivo comprimido o un libro. Comprima un CSV o suba el propio libro.',
    gzip_short: 'El archivo gzip está incompleto. Súbalo de nuevo.',
    gzip_damaged: 'El archivo gzip está dañado. Comprímalo de nuevo o suba el archivo sin comprimir.',
    zip_locked: 'El archivo zip está cifrado. Comprímalo de nuevo sin contraseña.',
    zip_empty: 'El archivo zip no contiene ningún archivo. Ponga en él la lista.',
    zip_several:
      'El archivo zip contiene {number} archivos, entre ellos {one} y {other}. Comprima solo la lista o importe cada archivo por separado.',
    zip_damaged: 'El archivo zip está dañado o incompleto. Comprímalo y súbalo de nuevo.',
    no_workbook: 'El archivo no es un libro de Excel (.xlsx). Guárdelo como .xlsx o CSV.',
    no_sheet: 'El libro no tiene ninguna hoja con una tabla.',
    empty_file: '{name} está vacío.',
    picture: '{name} es una imagen. Exporte la lista como CSV.',
    no_text: '{name} no es un archivo de texto. Exporte la lista como CSV.',
    web_page:
      '{name} es una página web, sea cual sea su nombre. Si muestra la lista, ábrala en Excel y guárdela como .xlsx o CSV; si se descargó, quizá el enlace pide iniciar sesión.',
    json_file: '{name} es JSON. Exporte la lista como CSV.',
    contacts_file: '{name} es una agenda o un calendario (vCard). Exporte los contactos como CSV.',
    sql_dump: '{name} es un volcado SQL de una base de datos. Exporte la tabla como CSV.',
    rtf_file: '{name} es un documento RTF. Guarde la lista como CSV.',
    no_record:
      'No hay ningún registro TXT en {name}. Publíquelo con el valor que se muestra; los registros nuevos pueden tardar horas en verse',
    no_dkim_record:
      'Ningún registro TXT en {name} es de DKIM. Publíquelo con el valor que se muestra; los registros nuevos pueden tardar horas en verse',
    several_records:
      '{name} tiene {number} registros DKIM y los receptores pueden tomar cualquiera. Deje solo el de esta clave',
    record_revoked:
      'El registro en {name} revoca la clave: p= está vacío. Sustitúyalo por el valor que se muestra',
    other_key:
      'El registro en {name} tiene otra clave. Sustitúyalo por el valor que se muestra o cree una clave con otro selector',
    record_cut:
      'El registro en {name} está cortado tras {number} de los {all} caracteres de la clave. Publique un valor largo en varias cadenas de 255 caracteres como máximo',
  },
}
