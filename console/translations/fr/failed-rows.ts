import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) => plural(value, { one: '# ligne', other: '# lignes' })

export const failedWords: typeof en.failedWords = {
  title: 'Lignes en échec',
  lead: 'Ce qui ne va pas et ce que vous pouvez faire : pour toutes les lignes ayant le même problème, ou cellule par cellule.',
  summary: (value) => `${rows(value)} en échec`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0 ? `${problem}.` : `${problem}, mais par exemple : « ${examples.join(' », « ')} ».`,
  notExact: (value) =>
    `Compté dans ${value === 1 ? 'la première ligne' : `les ${rows(value)}`} en échec. Une correction de toutes les lignes ayant un problème atteint aussi les autres.`,
  only: 'Afficher uniquement ces lignes',
  all: 'Afficher toutes les lignes',
  leaveOut: 'Exclure toutes ces lignes',
  takeBack: 'Réintégrer ces lignes',
  importWithout: (title) => `Importer ces lignes sans ${title}`,
  importWithoutAll: (value) =>
    value === 1
      ? 'Importer 1 ligne sans ses cellules erronées'
      : `Importer ${rows(value)} sans les cellules erronées`,
  withoutHint:
    'Leurs autres cellules sont importées. Les contacts déjà sur la liste gardent leur valeur actuelle à la place d’une telle cellule.',
  replaceIn: (title) => `Remplacer dans ${title}`,
  replaceFrom: (title) => `Dans ${title}, remplacer`,
  replaceTo: 'par',
  replace: (value) =>
    value === 1 ? 'Remplacer dans la ligne ci-dessous' : `Remplacer dans les ${rows(value)} ci-dessous`,
  replaced: (value) =>
    value === 0
      ? 'Aucune cellule des lignes ci-dessous n’a exactement cette valeur.'
      : `${plural(value, { one: '# cellule a été remplacée', other: '# cellules ont été remplacées' })}. Rien n’est encore importé.`,
  error: 'Problème',
  errorOf: (row, error) => (row === null ? error : `Ligne ${count(row)} : ${error}`),
  cell: (column, row) => `${column}, ligne ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (non importée)`
  },
  reset: 'Annuler ma modification',
  submit: (value) => {
    if (value === 0) return 'Importer vos corrections'
    return value === 1 ? 'Réimporter cette ligne' : `Réimporter ces ${rows(value)}`
  },
  onlyChanged:
    'Seules les lignes que vous avez modifiées sont importées : les autres échoueraient de nouveau.',
  loaded: (value, all) =>
    value >= all
      ? rows(value)
      : `${count(value)} sur ${rows(all)} affichées. Les suivantes apparaissent en faisant défiler.`,
  corrected: (file) => `${file}, corrigé`,
  anew: 'Rechoisir les colonnes et les règles',
  none: { title: 'Aucune ligne en échec', text: 'Toutes les lignes du fichier ont pu être lues.' },
  table: 'Cellules des lignes en échec',
}

export const badValueWords: typeof en.badValueWords = {
  title: 'Cellules qui ne conviennent pas',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `, par exemple « ${examples.join(' », « ')} »`
    return `${rows(value)} ${plural(value, { one: 'a', other: 'ont' })} pour ${name} une valeur qui ne convient pas${such}.`
  },
  wouldFail: (value) =>
    `${rows(value)} ${plural(value, { one: 'échouerait', other: 'échoueraient' })} uniquement à cause de ces cellules. Que faire de ces contacts ?`,
  leaveEmpty: (value) =>
    value === 1
      ? 'Laisser la cellule vide et importer le contact'
      : `Laisser les cellules vides et importer ces ${people(value)}`,
  orFail: 'Ou ne pas les importer : continuez ci-dessous.',
  mostFail: {
    title: (failed, all) => `${count(failed)} sur ${rows(all)} en échec`,
    text: 'C’est la plus grande partie du fichier. Regardez ce qui ne va pas avant d’importer le reste.',
  },
  failed: (value) => `${rows(value)} en échec uniquement à cause de ces cellules.`,
  emptied: (value) => `${rows(value)} sans ces cellules : les contacts sont importés malgré tout.`,
  download: 'Télécharger ces lignes',
}
