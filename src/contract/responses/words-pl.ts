import type { PublicWords } from './words-en.ts'

export const pl: PublicWords = {
  askTitle: 'Zrezygnować z subskrypcji?',
  askText: 'Nie będziesz już otrzymywać wiadomości z listy {list}.',
  leave: 'Rezygnuję z subskrypcji',
  leftTitle: 'Subskrypcja została anulowana',
  leftText: 'Nie będziesz już otrzymywać wiadomości z listy {list}.',
  againTitle: 'Ta subskrypcja jest już anulowana',
  againText: 'Nie otrzymujesz już wiadomości z listy {list}.',
  mistake: 'To była pomyłka albo zmiana zdania?',
  comeBack: 'Subskrybuj ponownie',
  backTitle: 'Subskrypcja została wznowiona',
  backText: 'Będziesz otrzymywać wiadomości z listy {list} tak jak wcześniej.',
  fullTitle: 'W tej chwili nie można zapisać się na listę',
  fullText:
    'Lista {list} nie przyjmuje teraz nowych subskrybentów. Nic nie zostało zmienione. Spróbuj ponownie za kilka dni.',
  deadTitle: 'Ten link nie działa',
  deadText:
    'Być może po drodze został skrócony lub zmieniony. Użyj linku dokładnie w takiej postaci, w jakiej jest w wiadomości.',
  laterTitle: 'Spróbuj ponownie za chwilę',
  laterText: 'Serwer nie może teraz odpowiedzieć. Nic nie zostało zmienione.',
  imprint: 'Nota prawna',
}
