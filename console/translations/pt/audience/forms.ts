import { count, plural } from '../../../design/figures.ts'
import { orMore } from './amounts.ts'
import type * as en from '../../../words/audience/forms.ts'

const times = (value: number) => count(value)

export const { formWords }: typeof en = {
  formWords: {
    title: 'Formulários',
    lead: (list) => `Com um formulário, os contactos subscrevem ${list} por si próprios.`,
    create: 'Novo formulário',
    empty: {
      title: 'Ainda não há formulários',
      text: 'Um formulário é uma página para onde cria uma ligação, ou HTML para o seu site. Os contactos confirmam por e-mail antes de receberem qualquer outra coisa.',
    },
    name: 'Nome',
    nameHint: 'Visível apenas para os seus colegas.',
    state: 'Estado',
    states: { open: 'Aberto', closed: 'Fechado' },
    optIn: 'Confirmação',
    optIns: {
      double: 'Por uma ligação num e-mail (double opt-in)',
      single: 'Nenhuma (single opt-in)',
    },
    optInHint:
      'Sem ela, os novos endereços são subscritos de imediato. Os endereços que já estão na lista recebem sempre um e-mail a perguntar.',
    shortOptIns: { double: 'Por e-mail', single: 'Nenhuma' },
    submitted: 'Enviados',
    confirmed: 'Confirmados',
    pending: 'Em espera',
    figures: 'Números',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `${times(submitted)} ${plural(submitted, { one: 'enviado', other: 'enviados' })}, ${times(confirmed)} ${plural(confirmed, { one: 'confirmado', other: 'confirmados' })}, ${orMore(times(pending), isExact)} à espera de confirmação.`,
    noSender:
      'Esta lista não tem endereço de remetente, por isso os seus e-mails de confirmação não podem ser enviados. Os seus formulários estão fechados até definir um.',
    toSettings: 'Definições da lista',
    new: { title: 'Novo formulário', submit: 'Criar o formulário' },
    page: 'Página',
    heading: 'Título',
    headingHint: 'Se um texto estiver vazio, os leitores veem o do Quiver no seu idioma.',
    introduction: 'Texto acima dos campos',
    button: 'Texto do botão',
    consent: 'O que os contactos aceitam',
    consentHint:
      'Os leitores têm de assinalar uma caixa junto deste texto. Fica guardado como prova em cada subscrição. Os endereços web tornam-se ligações. Vazio: sem caixa.',
    version: (value) => `Versão ${count(value)}.`,
    fields: 'Campos',
    fieldsHint: 'O formulário pede sempre o endereço e os campos exigidos pela lista.',
    addField: 'Adicionar um campo',
    noFields: 'O formulário pede apenas o endereço.',
    label: (name) => `Etiqueta de ${name}`,
    required: 'Obrigatório',
    requiredOf: (name) => `${name} é obrigatório`,
    up: (name) => `Mover ${name} para cima`,
    down: (name) => `Mover ${name} para baixo`,
    remove: (name) => `Retirar ${name}`,
    mail: 'E-mail que pede confirmação',
    mailHint: (from) =>
      from === '' ? 'É enviado pelo remetente da lista.' : `É enviado de ${from}, o remetente da lista.`,
    subject: 'Assunto',
    text: 'Texto',
    mailButton: 'Texto do seu botão',
    after: 'Após a confirmação',
    redirect: 'Em vez disso, redirecionar para este endereço',
    redirectHint: 'Tem de começar por https://.',
    more: 'Regras',
    language: 'Idioma',
    languageHint: 'Se nenhum for definido, o idioma da marca ou, na sua falta, o que o navegador pede.',
    asTheReader: 'O idioma do leitor',
    active: 'O formulário está aberto',
    work: 'Pedir ao navegador um breve cálculo',
    workHint: 'Abranda programas que preenchem formulários. A página precisa então de JavaScript.',
    origins: 'Sites cujos scripts podem enviar o formulário',
    originsHint: 'Um por linha, por exemplo https://www.example.com.',
    save: 'Guardar o formulário',
    saved: 'O formulário está guardado.',
    preview: 'Pré-visualização',
    previewPage: 'Página da pré-visualização',
    previewLook: 'Aspeto da pré-visualização',
    subjectIs: (subject) => `Assunto: ${subject}`,
    pages: {
      form: 'O formulário',
      sent: 'Após o envio',
      mail: 'O e-mail',
      confirm: 'A ligação no e-mail',
      thanks: 'Após a confirmação',
    },
    looks: { light: 'Claro', dark: 'Escuro' },
    someone: 'ann@example.com',
    share: 'Publicar',
    address: 'Endereço da página',
    embed: 'HTML para o seu site',
    embedHint:
      'Não contém scripts. A página do formulário mostra mais uma vez o que foi introduzido, e um clique envia-o. Copie novamente o HTML depois de alterar os campos.',
    open: 'Abrir a página',
    delete: {
      title: 'Eliminar o formulário',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'A página fecha. Os contactos que subscreveram com o formulário ficam na lista.'
          : `A página fecha, e ${orMore(count(pending), isExact)} ${plural(pending, { one: 'pessoa que ainda não confirmou já não o pode fazer', other: 'pessoas que ainda não confirmaram já não o podem fazer' })}. Os contactos que subscreveram com o formulário ficam na lista.`,
      begin: 'Eliminar este formulário…',
      submit: 'Eliminar o formulário',
    },
  },
}
