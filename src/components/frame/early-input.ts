/**
 * Keeps what somebody does on a page that is shown before its scripts hear it, and does it once they do: a press opens
 * what it should, and typed words are looked for instead of being lost with the next letter. React replays neither; it
 * marks the elements it hears with a key of theirs, and without such keys nothing is kept for good. What wakes React
 * itself (a press on a part whose code is there already) it hears. A form without an `action` waits with its button:
 * the browser would send its fields as part of an address. Plain and short: it stands in every page; exported whole
 * for its CSP hash.
 */
export const EARLY_SCRIPT = `(function(){
var root=document.documentElement,entered=new Map,pressed=null,timer=0;
function isHeard(t){return Object.keys(t).some(function(k){return k.indexOf("__reactFiber$")==0})}
function later(){timer=timer||setTimeout(tell,50)}
function say(t,v){
if(t.type=="checkbox"||t.type=="radio"){t.checked=!v;t.click();return}
if(t.tagName=="SELECT"||t.type=="file"){if(t.type!="file")t.value=v;t.dispatchEvent(new Event("change",{bubbles:true}));return}
var a=t.selectionStart,z=t.selectionEnd;
t.value=v+" ";Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),"value").set.call(t,v);
if(typeof a=="number")t.setSelectionRange(a,z);
t.dispatchEvent(new Event("input",{bubbles:true}))}
function tell(){
var b=pressed;timer=0;
entered.forEach(function(v,t){if(!t.isConnected)entered.delete(t);else if(isHeard(t)){entered.delete(t);say(t,v)}});
pressed=b&&b.isConnected?b:null;
if(pressed&&!entered.size&&isHeard(b)){pressed=null;b.click()}
if((pressed||entered.size)&&performance.now()<60000)later()}
function on(name,before,after){addEventListener(name,function(e){before(e.target,e)},true);if(after)root.addEventListener(name,function(e){after(e.target)},true)}
on("click",function(t){var b=t.closest&&t.closest("button");pressed=!b||isHeard(b)||b.type=="submit"&&b.form&&b.form.hasAttribute("action")?null:b;if(pressed)later()},function(){if(pressed&&isHeard(pressed))pressed=null});
["input","change"].forEach(function(name){on(name,function(t){if(isHeard(t))return;entered.delete(t);entered.set(t,t.type=="checkbox"||t.type=="radio"?t.checked:t.value);later()},function(t){if(isHeard(t))entered.delete(t)})});
on("submit",function(t,e){if(!t.hasAttribute("action")&&!isHeard(t))e.preventDefault()})
})()`;
