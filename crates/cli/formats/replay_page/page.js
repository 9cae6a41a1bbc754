'use strict';
// The data hold what lies on the table at the start and, for each move, the piles it changed; this
// script knows no rules. A card is two letters, in lower case when it lies face down, or `--`.
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const table = byId('table'), list = byId('list');
const cards = text => text.match(/../g) || [];

const states = [data.start.map(cards)];
for (const [, , changes] of data.moves) {
  const state = [...states.at(-1)];
  for (const change of changes.split(' ').filter(Boolean)) {
    const [pile, kept, added] = change.split(',');
    state[pile] = [...state[pile].slice(0, kept), ...cards(added)];
  }
  states.push(state);
}
const end = data.moves.length;

function add(x, y, crosswise, name) {
  const element = document.createElement('div');
  element.className = name;
  put(element, x, y, crosswise);
  return table.appendChild(element);
}
function put(element, x, y, crosswise) {
  element.style.setProperty('--x', x);
  element.style.setProperty('--y', y);
  element.style.setProperty('--r', crosswise ? '90deg' : '0deg');
}
// A card that nobody has seen is ??, one that lies face down is written small.
const hidden = '??';
const isDown = card => card === hidden || card !== card.toUpperCase();
function turn(element, card) {
  const face = isDown(card) ? 'card-back' : card;
  if (element.shown === face) return;
  element.shown = face;
  element.innerHTML = `<svg viewBox="0 0 50 70"><use href="#${face}"/></svg>`;
}

table.style.setProperty('--w', data.size[0]);
table.style.setProperty('--h', data.size[1]);
for (const p of data.places)
  for (let i = 0; i < p.room; i++) add(p.x + i * p.dx, p.y, p.crosswise, 'place');

for (const [text, x, y] of data.labels) add(x - 25, y, false, 'label').textContent = text;

// Per pile the elements of its cards; nothing for a gap.
let lying = data.places.map(() => []);
let current = -1;

function show(number) {
  number = Math.max(0, Math.min(end, number));
  if (number === current) return;
  table.classList.toggle('jump', Math.abs(number - current) > 1);
  const target = states[number], before = states[number - 1];
  // Cards that stay where they are; all others are free to be laid elsewhere.
  const free = {};
  const next = target.map((pile, p) => pile.map((card, i) => {
    const element = lying[p][i];
    const face = card.toUpperCase();
    if (!element || ![face, hidden].includes(element.card) && face !== hidden) return null;
    lying[p][i] = null;
    element.card = face;
    return element;
  }));
  for (const element of lying.flat()) if (element) (free[element.card] ||= []).push(element);
  target.forEach((pile, p) => {
    const place = data.places[p];
    let y = place.y, lifted = false;
    pile.forEach((card, i) => {
      if (card === '--') return;
      const face = card.toUpperCase(), x = place.x + i * place.dx;
      let element = next[p][i], moved = !element;
      if (moved) {
        element = next[p][i] = take(free, face) || add(x, y, place.crosswise, 'card');
        element.card = face;
      }
      put(element, x, y, place.crosswise);
      turn(element, card);
      // The last move's cards, a card that was only turned up not among them.
      element.classList.toggle('moved',
        !!before && !isDown(card) && ![face, hidden].includes(before[p][i]?.toUpperCase()));
      element.classList.toggle('marked', !before && data.marks[p].includes(i));
      // What lies on a moved card stays over it, itself moved or not.
      lifted ||= moved && current >= 0;
      element.style.zIndex = 1 + i + (lifted ? 200 : 0);
      y += isDown(card) ? place.dyDown : place.dy;
    });
  });
  for (const rest of Object.values(free)) for (const element of rest) element.remove();
  lying = next;
  current = number;
  tell();
}

// An element for a card: its own, or one that may be it since it was hidden or will be.
function take(free, face) {
  const some = face === hidden && Object.values(free).find(list => list.length);
  return free[face]?.pop() || free[hidden]?.pop() || some && some.pop();
}

let writing = 0;
function tell() {
  const words = data.words;
  const [text, counts] = data.moves[current - 1] || [words.start, data.counts];
  byId('now').innerHTML = marked(text);
  const small = document.createElement('small');
  const worth = data.line ? ` · ${data.line.names[data.line.verdicts[current]]}` : '';
  small.textContent = `${current} ${words.of} ${end} · ${counts}${worth}`;
  byId('now').append(small);
  table.setAttribute('aria-label', states[current].map((pile, p) =>
    `${data.places[p].name}: ${named(pile, current ? [] : data.marks[p]).join(', ') || words.empty}`).join('; '));
  byId('where').value = current;
  byId('where').setAttribute('aria-valuetext', `${current} ${words.of} ${end}`);
  // A button that is disabled would lose the focus.
  for (const id of ['first', 'back']) byId(id).setAttribute('aria-disabled', current === 0);
  for (const id of ['step', 'last']) byId(id).setAttribute('aria-disabled', current === end);
  const old = list.querySelector('[aria-current]');
  old?.removeAttribute('aria-current');
  old?.setAttribute('tabindex', -1);
  const row = list.children[current], button = row.firstChild;
  button.setAttribute('aria-current', 'step');
  button.setAttribute('tabindex', 0);
  if (list.contains(document.activeElement)) button.focus({ preventScroll: true });
  // More of the moves to come is seen than of those gone.
  list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 4;
  // Browsers refuse to write the address many times a second.
  clearTimeout(writing);
  writing = setTimeout(() => {
    // A page within another one may have no address.
    try { history.replaceState(null, '', '#' + current); } catch {}
  }, 300);
}
// The cards of a pile; those that lie face down one after another are counted.
function named(pile, marks) {
  const said = [];
  let down = 0;
  const tell = () => { if (down) said.push(`${down} ${data.words.face_down}`); down = 0; };
  pile.forEach((card, i) => {
    if (card === '--') return;
    const mark = marks.includes(i) ? ` (${data.words.marked})` : '';
    if (isDown(card) && !mark) { down++; return; }
    tell();
    said.push((isDown(card) ? data.words.face_down : data.names[card]) + mark);
  });
  tell();
  return said;
}
const marked = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  .replace(/\S*[♥♦]/g, '<b class="red">$&</b>');

[data.words.start, ...data.moves.map(([text]) => text)].forEach((text, i) => {
  const row = document.createElement('li');
  row.innerHTML = `<button tabindex="-1"><i>${i || ''}</i><span>${marked(text)}</span></button>`;
  row.firstChild.onclick = () => { stop(); show(i); };
  list.append(row);
});

for (const remark of data.remarks) {
  const row = document.createElement('li');
  row.className = 'remark';
  row.innerHTML = marked(remark);
  list.append(row);
}

// What a game that was analysed was worth: a strip in colours, and a sign before each move.
if (data.line) {
  const { names, verdicts, remark } = data.line;
  byId('line').hidden = false;
  verdicts.forEach((verdict, i) => {
    const part = i && verdict === verdicts[i - 1] ? byId('line').lastChild
      : byId('line').appendChild(document.createElement('i'));
    part.className = verdict;
    part.style.flexGrow = +part.style.flexGrow + 1;
    const sign = document.createElement('em');
    sign.className = verdict;
    sign.textContent = { won: '✓', unwinnable: '✗', unknown: '?' }[verdict];
    sign.title = names[verdict];
    list.children[i].firstChild.firstChild.after(sign);
  });
  if (remark) {
    const small = document.createElement('small');
    small.innerHTML = marked(remark[1]);
    list.children[remark[0]].firstChild.lastChild.append(small);
  }
}

let timer = 0;
const delay = () => 1600 / 2 ** byId('speed').value;
function play() {
  if (current === end) show(0);
  byId('now').setAttribute('aria-live', 'off');
  byId('play').classList.add('playing');
  label(data.words.pause);
  tick();
}
function tick() {
  table.style.setProperty('--time', Math.min(.35, delay() / 1250) + 's');
  timer = setTimeout(() => {
    show(current + 1);
    current < end ? tick() : stop();
  }, delay());
}
function stop() {
  clearTimeout(timer);
  timer = 0;
  byId('now').setAttribute('aria-live', 'polite');
  byId('play').classList.remove('playing');
  label(data.words.play);
  table.style.removeProperty('--time');
}
function label(text) {
  byId('play').title = text;
  byId('play').setAttribute('aria-label', text);
}
const by = steps => { stop(); show(current + steps); };
const doAll = {
  first: () => by(-end), back: () => by(-1), step: () => by(1), last: () => by(end),
  play: () => timer ? stop() : play(),
};
for (const id in doAll) byId(id).onclick = doAll[id];
byId('where').max = end;
document.body.classList.toggle('still', !end);
byId('where').oninput = () => { stop(); show(+byId('where').value); };
addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.tagName === 'INPUT') return;
  if (event.key === ' ' && byId('buttons').contains(event.target)) return;
  const action = { ArrowLeft: 'back', ArrowRight: 'step', ' ': 'play', Home: 'first', End: 'last' }[event.key];
  if (!action) return;
  event.preventDefault();
  doAll[action]();
});
// On a move the space bar plays; it does not choose that move again.
addEventListener('keyup', event => { if (event.key === ' ' && list.contains(event.target)) event.preventDefault(); });
const fromAddress = () => { stop(); show(parseInt(location.hash.slice(1), 10) || 0); };
addEventListener('hashchange', fromAddress);
fromAddress();
