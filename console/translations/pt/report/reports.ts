import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'O endereço não é aceite',
  '5.1.1': 'O endereço não existe',
  '5.1.2': 'O domínio do endereço não existe',
  '5.1.3': 'O endereço não é válido',
  '5.1.6': 'O destinatário mudou de endereço',
  '5.1.10': 'O domínio não aceita correio',
  '5.2.1': 'A caixa de correio está fechada',
  '5.2.2': 'A caixa de correio está cheia',
  '5.2.3': 'A mensagem é demasiado grande para a caixa de correio',
  '4.2.2': 'A caixa de correio está cheia por agora',
  '5.3.4': 'A mensagem é demasiado grande para o servidor',
  '5.4.1': 'Nenhum servidor aceita correio para o domínio',
  '5.4.4': 'Não é possível aceder ao domínio',
  '5.5.0': 'O servidor recusou sem um motivo claro',
  '5.7.0': 'O servidor recusou pelas suas regras',
  '5.7.1': 'O servidor recusou pelas suas regras, muitas vezes por suspeita de spam',
  '5.7.26': 'O remetente não está autenticado (SPF, DKIM, DMARC)',
  unknown: 'O servidor não indicou um motivo',
}

const times = (n: number) => (n === 1 ? 'uma vez' : `${count(n)} vezes`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'Campanhas',
    live: 'Acompanhar o envio',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'Tempo', funnel: 'Funil', mail: 'Mensagem', domains: 'Domínios', bounces: 'Devoluções' },
    sections: 'Partes do relatório',
    figures: 'Números da campanha',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'As aberturas e os cliques são de pessoas. Não foi detetado nenhum programa.'
        : `As aberturas e os cliques são de pessoas. Programas que examinam todas as mensagens abriram ${plural(opened, { one: '# mensagem', other: '# mensagens' })} (${times(opens)}) e seguiram ligações de ${count(clicked)} (${times(clicks)}); não são contados acima.`,
    notOpened: (n) => `${people(n)} não a ${plural(n, { one: 'abriu', other: 'abriram' })}`,
    openedByMachine: (n) => `${people(n)} cuja mensagem foi aberta por um programa`,
    clickedByMachine: (n) => `${people(n)} em cuja mensagem um programa seguiu uma ligação`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `Uma regra de envio excluiu ${people(asked)}.`,
        failed === 0
          ? ''
          : `${people(failed)} não ${plural(failed, { one: 'recebeu', other: 'receberam' })} nenhuma mensagem por outro motivo, como uma regra que não pôde ser avaliada.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'Ver quem e porquê',
    average: (rate) => `${rate} em média`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'Não há uma campanha anterior da lista com que comparar.'
        : `A média é ${campaigns === 1 ? 'da campanha anterior' : `das ${count(campaigns)} campanhas anteriores`} da lista.`,
    summary: {
      subject: (contents) => (contents > 1 ? 'Assuntos' : 'Assunto'),
      noSubject: 'Sem assunto',
      to: 'Lista',
      segment: (name) => `Segmento: ${name}`,
      growth: 'A lista desde então',
      active: (now) =>
        `${people(now)} ${plural(now, { one: 'ativo', other: 'ativos' })} agora. Quantos havia então não está registado.`,
      grown: (by, now) =>
        by === 0
          ? `Tantos contactos ativos como então: ${count(now)}.`
          : `${people(Math.abs(by))} a ${by > 0 ? 'mais' : 'menos'}, ${plural(now, { one: '# ativo', other: '# ativos' })} agora.`,
    },
    ofTaken: 'das entregues',
    ofSent: 'das enviadas',
    tiles: {
      sent: 'Enviadas',
      accepted: 'Entregues',
      opened: 'Aberturas',
      clicked: 'Cliques',
      bounced: 'Devolvidas',
      complained: 'Queixas',
      unsubscribed: 'Cancelamentos',
    },
    funnel: {
      title: 'Do envio ao clique',
      caption: (total) => `Cada barra é uma parte das ${count(total)} mensagens enviadas.`,
      step: 'Passo',
      people: 'Contactos',
      ofSent: 'Das enviadas',
      ofBefore: 'Do passo anterior',
      of: {
        accepted: 'das enviadas',
        opened: 'das entregues',
        clicked: 'das abertas',
        unsubscribed: 'das entregues',
      },
    },
    time: {
      hour: 'Por hora',
      day: 'Por dia',
      step: 'Duração de um período',
      start: (zone) => `De, ${zone}`,
      caption: (word, total, zone) => `${word}: ${count(total)} no total. Horas de ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `${count(later)} depois do período mostrado.` : '',
          undated > 0 ? `${count(undated)} sem hora registada.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'Ainda nada',
        text: 'As primeiras aberturas costumam chegar minutos depois das primeiras mensagens.',
      },
      takenHasNoTime: 'As mensagens entregues não são contadas por tempo; veja Enviadas.',
    },
    mail: {
      content: 'Conteúdo',
      frame: (name) => `A mensagem ${name}, com um número em cada ligação contada`,
      links: 'Ligações, das mais clicadas para as menos',
      link: 'Ligação',
      people: 'Contactos',
      share: 'Comparação',
      clicks: 'Cliques',
      same: 'Uma ligação que está duas vezes na mensagem tem um só número e uma só contagem.',
      foreign: 'As imagens de outros servidores são mostradas como caixas.',
      textOnly: 'Esta é uma mensagem de texto; as suas ligações não são contadas.',
      empty: {
        title: 'Sem ligações contadas',
        text: 'A mensagem não tem ligações, ou os cliques não são registados.',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'Domínio',
      caption: (sent) => `Pelo domínio dos destinatários. As percentagens são de ${count(sent)} mensagens.`,
      other: (value) => plural(value, { one: '# outro domínio', other: '# outros domínios' }),
      unknown: (isExact) =>
        isExact
          ? 'Contactos eliminados e endereços de controlo'
          : `Não contados: todos menos os primeiros ${count(campaignDomainsPeopleMax)} contactos da lista`,
      share: 'Percentagem de mensagens',
      empty: { title: 'Ainda nada', text: 'Ninguém recebeu nada.' },
    },
    bounces: {
      caption: (value) =>
        `${people(value)} não ${plural(value, { one: 'recebeu', other: 'receberam' })} a mensagem.`,
      reason: 'O que o servidor disse',
      code: 'Código',
      people: 'Contactos',
      share: 'Percentagem de devoluções',
      reasonOf: (code) =>
        codes[code] ??
        (code.startsWith('4.') ? 'Recusada por agora, até o Quiver desistir' : 'Recusada permanentemente'),
      hard: 'O endereço não existe',
      soft: 'Caixa de correio indisponível',
      other: 'Não tem a ver com o endereço',
      kinds: 'Devoluções por tipo',
      empty: { title: 'Sem devoluções', text: 'Nenhum servidor de correio recusou a mensagem.' },
    },
    table: 'Tabela',
    chart: 'Gráfico',
    tableHint: 'Tecla: T',
    thinned: (run) => `O gráfico mostra o máximo de cada ${count(run)} pontos; o ficheiro tem todos.`,
    more: (rest) => `Mostrar mais: ${count(rest)} linhas`,
    csv: 'CSV',
    compare: {
      title: 'Comparar campanhas',
      lead: 'As taxas referem-se às mensagens entregues; as de devoluções, às mensagens enviadas.',
      campaign: 'Campanha',
      started: (zone) => `Início, ${zone}`,
      empty: {
        title: 'Nada para comparar',
        text: 'Escolha de duas a cinco campanhas na lista de campanhas.',
      },
      choose: 'Escolher campanhas',
    },
    sent: {
      title: 'Mensagens enviadas',
      lead: 'Mensagens entregues, pelo dia em que foram enviadas.',
      by: 'Por',
      daily: 'Dia',
      monthly: 'Mês',
      from: 'De',
      to: 'Até',
      period: (zone) => `Início, ${zone}`,
      sender: 'Campanha ou resposta automática',
      messages: 'Mensagens',
      other: 'Outras',
      single: 'Mensagens transacionais',
      caption: (total, zone) => `${count(total)} mensagens. Dias de ${zone}.`,
      empty: {
        title: 'Nada foi enviado',
        text: 'Nenhuma mensagem foi enviada neste período. Escolha outro.',
      },
    },
    credits: {
      title: 'Créditos de envio',
      organization: 'Organização',
      lead: 'Um crédito paga uma mensagem entregue.',
      available: 'Disponíveis',
      lifetime: 'Total de mensagens enviadas',
      balance: 'Créditos',
      at: (zone) => `Última alteração, ${zone}`,
      change: 'Alteração',
      after: 'Saldo',
      what: 'O quê',
      who: 'Por',
      kinds: { added: 'Adicionados', removed: 'Retirados', set: 'Saldo definido', spent: 'Gastos' },
      actors: { user: 'Utilizador', api_key: 'Chave de API', system: 'O servidor' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `Gastos por ${name}`,
      empty: {
        title: 'Sem movimentos',
        text: 'Nada foi adicionado ou gasto neste período. As organizações sem créditos pré-pagos não têm movimentos.',
      },
    },
  },
}
