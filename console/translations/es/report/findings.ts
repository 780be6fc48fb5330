import type * as en from '../../../words/report/findings.ts'

export const { findingWords }: typeof en = {
  findingWords: {
    forms: {
      nobody_chosen: 'Aún no hay destinatarios elegidos. Elíjalos.',
      counted_later: 'Los destinatarios se cuentan al empezar.',
      not_found: 'No se encuentran los destinatarios: {problem}.',
      nobody: 'Nadie la recibiría.',
      to_segment_less: {
        one: 'A # contacto: el segmento «{segment}» de la lista «{list}», menos {less} bloqueados.',
        other: 'A # contactos: el segmento «{segment}» de la lista «{list}», menos {less} bloqueados.',
      },
      to_segment: {
        one: 'A # contacto: el segmento «{segment}» de la lista «{list}».',
        other: 'A # contactos: el segmento «{segment}» de la lista «{list}».',
      },
      to_everybody_less: {
        one: 'A # contacto: todos los contactos activos de la lista «{list}», menos {less} bloqueados.',
        other: 'A # contactos: todos los contactos activos de la lista «{list}», menos {less} bloqueados.',
      },
      to_everybody: {
        one: 'A # contacto: todos los contactos activos de la lista «{list}».',
        other: 'A # contactos: todos los contactos activos de la lista «{list}».',
      },
      to_some_less: {
        one: 'A # contacto de la lista «{list}» que cumple las condiciones de la campaña, menos {less} bloqueados.',
        other:
          'A # contactos de la lista «{list}» que cumplen las condiciones de la campaña, menos {less} bloqueados.',
      },
      to_some: {
        one: 'A # contacto de la lista «{list}» que cumple las condiciones de la campaña.',
        other: 'A # contactos de la lista «{list}» que cumplen las condiciones de la campaña.',
      },
      to_rows: 'A las filas de la consulta, que se leen al empezar.',
      to_rows_now: 'A las filas de la consulta, ahora {number}; se leen de nuevo al empezar.',
      versions_first: 'Unos {each} reciben primero cada versión: {names}; los otros {rest} reciben la mejor.',
      versions: 'Unos {each} reciben cada versión: {names}.',
      block_for_nobody: 'Nadie recibe el bloque {block}: ningún contacto cumple su condición.',
      block: { one: '# contacto recibe el bloque {block}.', other: '# contactos reciben el bloque {block}.' },
      no_message: 'Aún no hay mensaje.',
      empty_message: 'El mensaje está vacío.',
      no_subject: 'El asunto está vacío.',
      long_subject:
        'El asunto tiene {number} caracteres; la mayoría de los programas muestra como máximo {shown}.',
      subject: 'El asunto tiene {number} caracteres.',
      no_text_part: 'No hay parte de texto: algunos programas y filtros de spam la buscan.',
      made_text_part: 'La parte de texto se genera del HTML.',
      text_part: 'Hay una parte de texto.',
      unsubscribe: 'Hay un enlace para darse de baja.',
      unsubscribe_added: 'Falta un enlace para darse de baja; se añade un pie con uno.',
      no_unsubscribe: 'Falta un enlace para darse de baja: añada %%unsubscribe_link%%.',
      no_alt: '{number} de {all} imágenes no tienen texto alternativo para quienes no las ven.',
      size_cut: 'El HTML ocupa {number} kB; Gmail corta los mensajes a 102 kB y oculta el resto.',
      size: 'El HTML ocupa {number} kB.',
      size_with_pictures: 'El HTML ocupa {number} kB, y sus imágenes {pictures} kB en cada mensaje.',
      unknown_code_meant:
        '{code} no es un código conocido y queda tal cual en el mensaje. ¿Quería decir {meant}?',
      unknown_code: '{code} no es un código conocido y queda tal cual en el mensaje.',
      unknown_name_meant: '{code} no es un nombre conocido y queda vacío. ¿Quería decir {meant}?',
      unknown_name: '{code} no es un nombre conocido y queda vacío.',
      blank_value: {
        one: '# contacto no ve nada en {field}: indique un valor por defecto.',
        other: '# contactos no ven nada en {field}: indique un valor por defecto.',
      },
      branches: 'Se compusieron las {number} ramas, con valores vacíos y con los más largos.',
      not_composed: 'El mensaje no se puede componer: {problem}.',
      credits: 'Créditos: {number}.',
      few_credits: 'Solo hay {number} créditos de envío para {people} contactos.',
      quota:
        'Este mes solo se pueden enviar {number} mensajes más, a {people} contactos: el resto espera al mes siguiente o a que se suba el límite.',
      link_answers: 'El enlace responde.',
      links_answer: 'Los {number} enlaces responden.',
      time_is_over: 'La hora prevista, {time}, ya ha pasado. Elija otra o envíe de inmediato.',
      no_sender: 'No hay dirección del remitente.',
      sender_of_each: 'De {address}, una dirección distinta para cada contacto.',
      wrong_sender: '{address} no es una dirección de remitente válida.',
      sender: 'De {sender}.',
      signed: 'Firmado por {domain}.',
      not_signed:
        'Ninguna clave DKIM firma para {domain}: los grandes proveedores rechazan u ocultan esos mensajes.',
      sample_imprint: 'El pie legal sigue siendo el de la plantilla: indique quién envía.',
      sample_text: '«{text}» sigue siendo de la plantilla.',
      sample_picture: 'Una imagen de {host} es la muestra de una plantilla.',
      test_of_one: 'La prueba A/B necesita al menos dos versiones: añada una o desactívela.',
      test_share: 'La prueba A/B necesita una parte mayor que 0 % y menor que 100 %.',
      test_without_share: 'La prueba A/B no dice cuántos contactos reciben primero una versión.',
      test_without_wait: 'La prueba A/B no dice cuánto espera.',
      test_without_measure: 'La prueba A/B no dice qué decide.',
    },
  },
}
