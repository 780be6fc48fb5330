import { count, plural } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'Visão geral',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde'
      return `${time}, ${name}`
    },
    importFile: 'Importar um ficheiro',
    writeCampaign: 'Nova campanha',
    now: 'Agora',
    nothingRuns: 'Nada em curso.',
    jobs: {
      SubscriberImport: 'Importação',
      SubscriberImportUndo: 'Anulação da importação',
      SubscriberExport: 'Exportação de',
      SubscriberBulkChange: 'Alteração em massa de',
      Campaign: 'Campanha',
    },
    states: { pending: 'começa dentro de momentos', scheduled: 'começa', active: '', paused: 'em pausa' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} de ${count(total)}`),
    attention: 'Requer atenção',
    calm: 'Nada requer a sua atenção.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `O envio está em pausa: ${detail}. Um administrador do sistema pode desbloqueá-lo.`,
        campaign_waits: `${name} aguarda: ${detail}.`,
        campaign_failed: `${name} falhou. ${detail}`,
        import_failed: `A importação de ${importName(name)} falhou. ${detail}`,
        sender_domain_unproven: `${name} ainda não está verificado: outros poderiam enviar com este domínio.`,
        sender_domain_missing: `O registo que verifica ${name} desapareceu do DNS. Ao fim de sete dias, outros podem reclamá-lo.`,
        autoresponder_waits: `«${name}» não envia e aguarda: ${detail}.`,
        webhook_failing: `O webhook «${name}» falha: ${detail}. Haverá novas tentativas.`,
        webhook_off: `O webhook «${name}» foi desligado após uma tentativa falhada: ${detail}.`,
        dkim_record_missing: `Os destinatários não podem verificar as assinaturas de ${name}: ${detail}.`,
      })[kind],
    look: 'Ver',
    campaigns: 'Últimas campanhas',
    noCampaigns: 'Ainda não foi enviada nenhuma campanha.',
    columns: {
      name: 'Campanha',
      began: 'Início',
      sent: 'Enviadas',
      opened: 'Aberturas',
      clicked: 'Cliques',
      left: 'Cancelamentos',
    },
    zone: (zone) =>
      `Horas de ${zone}. As aberturas incluem programas de correio que carregam sozinhos todas as mensagens.`,
    growth: 'Crescimento, 30 dias',
    growthCaption: 'Contactos ativos de todas as listas no fim de cada dia, UTC',
    growthFile: 'crescimento.csv',
    day: 'Dia',
    people: (active) => `${plural(active, { one: '# ativo', other: '# ativos' })} agora`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'O gráfico começa quando houver dois dias para mostrar.',
    listColumns: { name: 'Lista', active: 'Ativos', change: 'Em 30 dias' },
    steps: {
      title: 'Primeiros passos',
      done: 'feito',
      open: 'por fazer',
      list: 'Criar uma lista',
      people: 'Adicionar pessoas',
      domain: 'Comprovar o domínio de onde envia',
      imprint: 'Indicar quem é responsável, para as páginas dos leitores',
      campaign: 'Escrever a primeira campanha',
    },
    empty: {
      title: 'Ainda não há nada aqui. Comece por uma destas ações.',
      importText: 'São adicionados contactos. Nada lhes é enviado.',
      campaignText: 'É um rascunho até ser enviada.',
      inviteTitle: 'Convidar alguém',
      inviteText: 'Um colega recebe uma ligação para escolher uma palavra-passe.',
    },
    noMail:
      'Não há servidor de correio configurado: as mensagens, incluindo convites, ficam na caixa de correio local do servidor. Para enviar, defina SMTP_URL.',
  },
}
