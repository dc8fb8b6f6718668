/**
 * Whether React hears an element, asked as React asks itself (`getNearestMountedFiber`): what it has met but not finished
 * bringing to life (Placement 2, Hydrating 4096) is deaf, although it bears React's mark.
 */
export const IS_HEARD = `function(t){
var k=Object.keys(t).find(function(k){return k.indexOf("__reactFiber$")==0}),f=k&&t[k];
if(!f)return false;
for(;f&&!f.alternate;f=f.return)if(f.flags&4098)return false;
return true}`;

/**
 * Keeps what somebody does on a page that is shown before its scripts hear it, and does it once they do: a press opens
 * what it should, and typed words are looked for instead of being lost with the next letter. React replays neither; it
 * marks the elements it hears with a key of theirs, and without such keys nothing is kept for good. What wakes React
 * itself (a press on a part whose code is there already) it hears. A form without an `action` waits with its button:
 * the browser would send its fields as part of an address. Who goes on elsewhere (Escape, a field that is heard, a minute
 * without anything) means the press no longer. Plain and short: it stands in every page; exported whole for its CSP hash.
 */
export const EARLY_SCRIPT = `(function(){
var root=document.documentElement,entered=new Map,pressed=null,timer=0,last=0,isHeard=${IS_HEARD};
function later(){timer=timer||setTimeout(tell,50)}
function soon(){last=performance.now();later()}
function say(t,v){
if(t.type=="checkbox"||t.type=="radio"){t.checked=!v;t.click();return}
if(t.tagName=="SELECT"||t.type=="file"){if(t.type!="file")t.value=v;t.dispatchEvent(new Event("change",{bubbles:true}));return}
if(t.value!=v)Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),"value").set.call(t,v);
if(t._valueTracker)t._valueTracker.setValue(v+" ");
t.dispatchEvent(new Event("input",{bubbles:true}))}
function tell(){
var b=pressed;timer=0;
entered.forEach(function(v,t){if(!t.isConnected)entered.delete(t);else if(isHeard(t)){entered.delete(t);say(t,v)}});
pressed=b&&b.isConnected?b:null;
if(pressed&&!entered.size&&isHeard(b)){pressed=null;b.click()}
if(performance.now()-last>60000){entered.clear();pressed=null}
if(pressed||entered.size)later()}
function on(name,before,after){addEventListener(name,function(e){before(e.target,e)},true);if(after)root.addEventListener(name,function(e){after(e.target)},true)}
on("click",function(t){var b=t.closest&&t.closest("button");pressed=!b||isHeard(b)||b.type=="submit"&&b.form&&b.form.hasAttribute("action")?null:b;if(pressed)soon()},function(){if(pressed&&isHeard(pressed))pressed=null});
["input","change"].forEach(function(name){on(name,function(t){if(isHeard(t)){if(name=="input")pressed=null;return}entered.delete(t);entered.set(t,t.type=="checkbox"||t.type=="radio"?t.checked:t.value);soon()},function(t){if(isHeard(t))entered.delete(t)})});
on("keydown",function(t,e){if(e.key=="Escape")pressed=null});
on("submit",function(t,e){if(!t.hasAttribute("action")&&!isHeard(t))e.preventDefault()})
})()`;
